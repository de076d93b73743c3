"""Two products with a one-hot matrix, which is zero for padding."""

import jax
import jax.numpy as jnp


@jax.jit
@jax.custom_vjp
def lookup(table, ids):
    return jnp.where(ids[:, :, None] >= 0, table[jnp.maximum(ids, 0)], 0.0)


def _forward(table, ids):
    return lookup(table, ids), jax.nn.one_hot(ids, table.shape[0], dtype=table.dtype)


def _backward(hot, g):
    total = jnp.einsum("blv,bld->vd", hot, g, precision="highest")
    count = hot.sum(axis=(0, 1))
    mean = total / jnp.where(count == 0, 1, count)[:, None]
    norm = jnp.linalg.norm(mean, axis=1)
    return mean / jnp.maximum(norm, 1)[:, None], None


lookup.__wrapped__.defvjp(_forward, _backward)
