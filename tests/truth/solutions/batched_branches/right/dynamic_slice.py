import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def pick(kind):
        return jax.lax.dynamic_index_in_dim(weights, jnp.maximum(kind, 0), keepdims=False)

    def step(kind, on, state):
        ok = jax.lax.select(jnp.full(state.shape, on), state, jnp.ones_like(state))
        return jax.lax.select(jnp.full(state.shape, on), rule(pick(kind), ok), state)

    return jax.vmap(step)(kinds, running, states)
