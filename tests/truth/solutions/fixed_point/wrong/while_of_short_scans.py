"""A while_loop, each turn of which is a loop of eight masked steps with known bounds.

Class: structure
Why: "Going forward, a `scan` isn't allowed. A `fori_loop` with known bounds becomes one": inside the while_loop's body there is one, which also takes up to seven steps that nobody needs.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def solve(step, weights, start, tol):
    def masked(_, carry):
        state, moving = carry
        following = jnp.where(moving, step(weights, state), state)
        return following, jnp.max(jnp.abs(following - state)) > tol

    def turn(carry):
        return jax.lax.fori_loop(0, 8, masked, carry)

    return jax.lax.while_loop(lambda carry: carry[1], turn, (start, jnp.array(True)))[0]


def forward(step, weights, start, tol):
    state = solve(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, incoming):
    weights, state = kept
    slopes = jax.jacobian(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(state.size) - slopes.T, incoming)
    _, pull = jax.vjp(step, weights, state)
    return pull(u)[0], jnp.zeros_like(state)


solve.defvjp(forward, backward)
