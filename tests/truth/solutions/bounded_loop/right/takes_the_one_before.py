"""Style: carries the state before, too. Idle steps run there, where a step is known to be harmless."""
import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(i, states):
        before, now = states
        go_on = i < count
        start = jnp.where(go_on, now, before)
        after = step(weights, start)
        return start, jnp.where(go_on, after, now)

    # For a count of 0, the one before is the state itself.
    (_, result) = jax.lax.fori_loop(0, most, body, (state, state))
    return result
