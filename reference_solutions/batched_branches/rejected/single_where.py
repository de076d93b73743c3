import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    moved = jax.vmap(rule)(weights[jnp.clip(kinds, 0, len(weights) - 1)], states)
    return jnp.where(running[:, None], moved, states)
