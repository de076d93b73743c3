import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (table.shape[0], ids)


def backward(kept, g):
    rows, ids = kept
    lengths = jnp.linalg.norm(g, axis=-1, keepdims=True)
    return g / jnp.maximum(lengths, 1), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
