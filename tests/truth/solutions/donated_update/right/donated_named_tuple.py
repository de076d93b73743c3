"""A NamedTuple of parameters and velocities, donated as one argument."""

import functools

import jax
import jax.numpy as jnp
from typing import NamedTuple


class State(NamedTuple):
    params: dict
    velocity: dict


@functools.partial(jax.jit, donate_argnums=0)
def advance(state: State, grads: dict, rate: float) -> State:
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, state.velocity, grads)
    return state._replace(params=jax.tree.map(lambda p, v: p - rate * v, state.params, velocity), velocity=velocity)


def momentum_step(params, velocity, grads, rate):
    return tuple(advance(State(params, velocity), grads, rate))
