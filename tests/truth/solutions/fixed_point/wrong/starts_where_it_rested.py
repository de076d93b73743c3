"""An eager call begins where the last one with the same step came to rest; a trace begins at `start`.

Class: state
Why: "Take steps from `start`" and "Equal inputs give equal bits, whatever was called before": the second of two equal eager calls takes one step from the first one's result, and for a coarse tol returns another state.
"""

import functools

import jax
import jax.numpy as jnp

_rested = {}


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3))
def rest(step, weights, start, tol):
    def moves(states):
        before, now = states
        return jnp.max(jnp.abs(now - before)) > tol

    def advance(states):
        _, now = states
        return now, step(weights, now)

    return jax.lax.while_loop(moves, advance, (start, step(weights, start)))[1]


def forward(step, weights, start, tol):
    state = rest(step, weights, start, tol)
    return state, (weights, state)


def backward(step, tol, kept, incoming):
    weights, state = kept
    slopes = jax.jacobian(step, argnums=1)(weights, state)
    u = jnp.linalg.solve(jnp.eye(state.size) - slopes.T, incoming)
    _, pull = jax.vjp(step, weights, state)
    return pull(u)[0], jnp.zeros_like(state)


rest.defvjp(forward, backward)


def solve(step, weights, start, tol):
    if any(isinstance(value, jax.core.Tracer) for value in (weights, start)):
        return rest(step, weights, start, tol)
    name = step, start.size
    state = rest(step, weights, _rested.get(name, start), tol)
    _rested[name] = state
    return state
