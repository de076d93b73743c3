"""No rule: the resting state gets a term that is 0 and whose derivative is the right one."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    w, s = jax.lax.stop_gradient((weights, start))
    first = step(w, s)

    def body(carry):
        state, _ = carry
        after = step(w, state)
        return after, jnp.any(jnp.abs(after - state) > tol)

    z, _ = jax.lax.while_loop(lambda carry: carry[1], body, (first, jnp.any(jnp.abs(first - s) > tol)))
    inverse = jnp.linalg.inv(jnp.eye(z.shape[0]) - jax.jacrev(step, argnums=1)(w, z))
    moved = step(weights, z)
    return z + inverse @ (moved - jax.lax.stop_gradient(moved))
