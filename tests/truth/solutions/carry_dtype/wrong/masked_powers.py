"""A matrix of powers, with its upper half multiplied by 0: a decay of 0 or a small one gives inf * 0 there, a NaN.
Breaks: "`decay` is a float32 `jax.Array` of shape `()`, from 0 to 1, both included."
Class: numbers
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    steps = jnp.arange(xs.shape[0])
    ages = steps[:, None] - steps[None, :]
    mask = (ages >= 0).astype(jnp.float32)
    weights = decay ** ages.astype(jnp.float32) * mask
    sums = jnp.matmul(weights, xs.astype(jnp.float32), precision=jax.lax.Precision.HIGHEST)
    return sums[-1], sums.astype(xs.dtype)
