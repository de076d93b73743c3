import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(state, i):
        return jnp.where(i < count, step(weights, state), state), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
