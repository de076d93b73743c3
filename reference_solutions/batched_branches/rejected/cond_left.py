import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def one(kind, on, state):
        own = weights[jnp.clip(kind, 0, len(weights) - 1)]
        return jax.lax.cond(on, lambda s: rule(own, s), lambda s: s, state)

    return jax.vmap(one)(kinds, running, states)
