"""nnx.scan with in_axes and out_axes in place of jax.lax.scan."""

import jax
import jax.numpy as jnp
from flax import nnx


def leaky_sums(xs, decay):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def walk(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(xs.dtype)

    return walk(jnp.zeros(xs.shape[1:], jnp.float32), xs)
