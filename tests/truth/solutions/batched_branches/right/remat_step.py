import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    @jax.checkpoint
    def step(kind, on, state):
        own = weights[jnp.clip(kind, 0, weights.shape[0] - 1)]
        return jnp.where(on, rule(own, jnp.where(on, state, 1.0)), state)

    return jax.vmap(step)(kinds, running, states)
