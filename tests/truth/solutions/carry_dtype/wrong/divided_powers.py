"""Powers of the decay are divided out.
Class: tame
Why: "`decay` is a float32 `jax.Array` of shape `()`, from 0 to 1, both included".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    powers = decay ** jnp.arange(xs.shape[0], dtype=jnp.float32)[:, None]
    sums = jnp.cumsum(xs.astype(jnp.float32) / powers, axis=0) * powers
    return sums[-1], sums.astype(xs.dtype)
