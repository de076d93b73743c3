import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, len(weights) - 1)]
    moved = jnp.nan_to_num(jax.vmap(rule)(own, states))
    return jnp.where(running[:, None], moved, states)
