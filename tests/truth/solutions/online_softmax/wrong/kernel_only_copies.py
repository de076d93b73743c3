"""The kernel goes through the cache block by block and copies it; attention is computed from the copies outside.

Class: decoy
Why: It breaches "One kernel does all the work" and "You may compute nothing from the arrays there": the kernel computes nothing.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    def kernel(k_ref, v_ref, keys_ref, values_ref):
        keys_ref[...] = k_ref[...]
        values_ref[...] = v_ref[...]

    blocks, size, d = keys.shape
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    shape = jax.ShapeDtypeStruct(keys.shape, keys.dtype)
    keys, values = pl.pallas_call(
        kernel,
        out_shape=(shape, shape),
        grid=(blocks,),
        in_specs=[block, block],
        out_specs=(block, block),
        interpret=True,
    )(keys, values)
    keys, values = keys.reshape(-1, d)[:length], values.reshape(-1, d)[:length]
    return jax.nn.softmax(queries @ keys.T, axis=1) @ values
