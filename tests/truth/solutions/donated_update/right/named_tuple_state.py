from typing import NamedTuple

import jax


class State(NamedTuple):
    params: dict
    velocity: dict


def advance(state: State, grads, rate) -> State:
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, state.velocity, grads)
    return State(jax.tree.map(lambda p, v: p - rate * v, state.params, velocity), velocity)


_advance = jax.jit(advance, donate_argnames="state")


def momentum_step(params, velocity, grads, rate):
    return tuple(_advance(State(params, velocity), grads, rate))
