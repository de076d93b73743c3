import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def step(kind, on, state):
        own = weights[jnp.clip(kind, 0, weights.shape[0] - 1)]
        safe = jnp.where(on, state, 1.0)
        return jax.lax.cond(on, lambda: rule(own, safe), lambda: state)

    return jax.vmap(step)(kinds, running, states)
