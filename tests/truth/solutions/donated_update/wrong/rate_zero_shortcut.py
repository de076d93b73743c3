"""Leaves the parameters alone where the rate is 0.

Class: memory
Why: for rate = 0.0 the arrays of params are returned as they came, so they are not deleted ("after the call the arrays that were given are deleted"), and a second program is traced.
"""

import functools

import jax


def _speed_up(velocity, grads):
    return jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)


_only_velocity = jax.jit(_speed_up, donate_argnums=0)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def _advance(params, velocity, grads, rate):
    velocity = _speed_up(velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    if rate == 0:
        return dict(params), _only_velocity(velocity, grads)
    return _advance(params, velocity, grads, rate)
