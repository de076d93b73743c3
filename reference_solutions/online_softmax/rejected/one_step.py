import jax
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    d = queries.shape[1]
    keys, values = keys.reshape(-1, d)[:length], values.reshape(-1, d)[:length]

    def take_all(q_ref, k_ref, v_ref, out_ref):
        out_ref[...] = jax.nn.softmax(q_ref[...] @ k_ref[...].T, axis=1) @ v_ref[...]

    out_shape = jax.ShapeDtypeStruct(queries.shape, queries.dtype)
    return pl.pallas_call(take_all, out_shape, interpret=True)(queries, keys, values)
