import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, _):
        n, s = carry
        s = jax.lax.cond(n < count, lambda s: step(weights, s), lambda s: s, s)
        return (n + 1, s), None

    (_, s), _ = jax.lax.scan(body, (jnp.int32(0), state), None, length=most)
    return s
