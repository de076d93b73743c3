import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    last = weights.shape[0] - 1

    def advance_one(kind, on, state):
        own = weights[jnp.clip(kind, 0, last)]
        harmless = jnp.where(on, state, 1.0)
        return jnp.where(on, rule(own, harmless), state)

    return jax.vmap(advance_one)(kinds, running, states)
