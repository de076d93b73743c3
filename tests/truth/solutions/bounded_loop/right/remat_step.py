import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    go = jax.checkpoint(lambda w, s: step(w, s))

    def body(s, i):
        return jax.lax.cond(i < count, go, lambda w, s: s, weights, s), None

    return jax.lax.scan(body, state, jnp.arange(most))[0]
