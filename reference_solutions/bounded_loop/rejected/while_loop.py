import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def go_on(carry):
        return carry[0] < count

    def body(carry):
        return carry[0] + 1, step(weights, carry[1])

    return jax.lax.while_loop(go_on, body, (jnp.int32(0), state))[1]
