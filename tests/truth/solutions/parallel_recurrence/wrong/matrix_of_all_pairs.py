"""Multiplies by an N by N matrix of products of decays.
Class: growth
Why: "no array in between has more than 2 N D elements, which rules out an N by N matrix".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = decay.shape[0]
    later, middle, earlier = jnp.ogrid[:n, :n, :n]
    between = (middle > earlier) & (middle <= later)
    factors = jnp.where(between[..., None], decay[None, :, None], 1.0).prod(axis=1)
    weights = factors * jnp.tri(n)[..., None]
    return jnp.einsum("tsd,sd->td", weights, drive)
