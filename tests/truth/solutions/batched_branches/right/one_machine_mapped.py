import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    top = weights.shape[0] - 1

    def step(kind, on, state):
        w = weights[jnp.clip(kind, 0, top)]
        new = rule(w, jnp.where(on, state, 1.0))
        return jnp.where(on, new, state)

    return jax.vmap(step)(kinds, running, states)
