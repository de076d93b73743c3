"""jax.custom_gradient: result and backward pass are made in one function, with a QR decomposition."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    @jax.custom_gradient
    def settled(weights, start):
        now = step(weights, start)
        largest = jnp.max(jnp.abs(now - start))
        z, _ = jax.lax.while_loop(lambda pair: pair[1] > tol, lambda pair: advance(weights, pair[0]), (now, largest))
        q, r = jnp.linalg.qr(jnp.eye(z.size) - jax.jacfwd(lambda s: step(weights, s))(z))

        def back(g):
            u = q @ jax.scipy.linalg.solve_triangular(r, g, trans="T")
            _, pull = jax.vjp(lambda w: step(w, z), weights)
            return (*pull(u), jnp.zeros_like(g))

        return z, back

    def advance(weights, state):
        after = step(weights, state)
        return after, jnp.max(jnp.abs(after - state))

    return settled(weights, start)
