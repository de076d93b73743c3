import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, i):
        carry = jax.lax.cond(i < count, lambda c: step(weights, c), lambda c: c, carry)
        return carry, None

    final, _ = jax.lax.scan(body, state, jnp.arange(most))
    return final
