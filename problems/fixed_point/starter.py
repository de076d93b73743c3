import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    # The values are right. But the length of the loop is known only
    # while it runs, so there is no gradient in reverse mode.
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]
