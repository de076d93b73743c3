import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    own = weights[jnp.clip(kinds, 0, len(weights) - 1)]
    moved = jax.vmap(rule)(own, jnp.where(on, states, 1.0))
    return jnp.where(on, moved, jax.lax.stop_gradient(states))
