"""Small jitted helpers at the top of the file."""

import functools

import jax
import jax.numpy as jnp


@jax.jit
def effort(jump):
    return jnp.where(jnp.greater(jump, 0), jump, jnp.negative(2 * jump))


@jax.jit
def is_between(low, x, high):
    return jnp.logical_and(jnp.greater_equal(x, low), jnp.less(x, high))


def _cond(jumps, state):
    position, _, energy = state
    jump = jumps[position]
    return is_between(0, position, jumps.shape[0]) & jnp.not_equal(jump, 0) & jnp.less_equal(effort(jump), energy)


def _body(jumps, state):
    position, moves, energy = state
    jump = jumps[position]
    return position + jump, moves + 1, energy - effort(jump)


def walk(jumps, start, energy):
    init = (start, jnp.int32(0), energy)
    return jax.lax.while_loop(functools.partial(_cond, jumps), functools.partial(_body, jumps), init)
