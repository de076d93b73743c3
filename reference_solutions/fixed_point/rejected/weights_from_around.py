import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def moves(pair):
        return jnp.abs(pair[1] - pair[0]).max() > tol

    @jax.custom_vjp
    def settled(start):
        def advance(pair):
            return pair[1], step(weights, pair[1])

        return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]

    settled.defvjp(lambda start: (settled(start), None), lambda _, g: (jnp.zeros_like(g),))
    return settled(start)
