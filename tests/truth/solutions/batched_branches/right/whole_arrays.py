import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    kinds = jnp.clip(kinds, 0, weights.shape[0] - 1)
    mask = running[:, None]
    safe = jnp.where(mask, states, jnp.ones_like(states))
    new = jax.vmap(rule)(weights[kinds], safe)
    return jnp.where(mask, new, states)
