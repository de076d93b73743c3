"""The forward rule keeps LU factors and the slopes by the weights; the backward rule only solves."""

import jax
import jax.numpy as jnp


def search(step, weights, start, tol):
    def cond(carry):
        return carry["change"] > tol

    def body(carry):
        state = step(weights, carry["state"])
        return {"state": state, "change": jnp.abs(state - carry["state"]).max()}

    return jax.lax.while_loop(cond, body, {"state": start, "change": jnp.float32(jnp.inf)})["state"]


solve = jax.custom_vjp(search, nondiff_argnums=(0, 3))


def keep(step, weights, start, tol):
    z = search(step, weights, start, tol)
    by_weights, by_state = jax.jacrev(step, (0, 1))(weights, z)
    return z, (by_weights, jax.scipy.linalg.lu_factor(jnp.eye(z.size) - by_state))


def go_back(step, tol, kept, g):
    by_weights, factors = kept
    return jax.scipy.linalg.lu_solve(factors, g, trans=1) @ by_weights, jnp.zeros(g.shape)


solve.defvjp(keep, go_back)
