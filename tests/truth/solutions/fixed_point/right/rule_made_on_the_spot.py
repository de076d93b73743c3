"""Makes the rule inside of `solve`, with a flag in the loop, and one pullback for J and for A."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def search(weights, start):
        def advance(carry):
            state, _ = carry
            after = step(weights, state)
            return after, jnp.max(jnp.abs(after - state)) > tol

        return jax.lax.while_loop(lambda carry: carry[1], advance, (start, jnp.array(True)))[0]

    def forward(weights, start):
        rest = search(weights, start)
        return rest, (weights, rest)

    def backward(kept, g):
        _, pull = jax.vjp(step, *kept)
        unit = jnp.eye(g.shape[0], dtype=g.dtype)
        slopes = jax.vmap(lambda row: pull(row)[1])(unit)  # J, row by row
        u = jnp.linalg.solve((unit - slopes).T, g)
        return pull(u)[0], jnp.zeros_like(g)

    rule = jax.custom_vjp(search)
    rule.defvjp(forward, backward)
    return rule(weights, start)
