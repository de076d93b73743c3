import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def one(kind, on, state):
        safe = jnp.where(on, state, 1.0)
        moved = jax.vmap(rule, in_axes=(0, None))(weights, safe)
        return jnp.where(on, moved[jnp.clip(kind, 0, len(weights) - 1)], state)

    return jax.vmap(one)(kinds, running, states)
