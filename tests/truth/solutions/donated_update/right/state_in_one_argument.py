"""Donates one argument that holds both dicts."""

import jax


def _update(state, grads, rate):
    params, velocity = state
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


_donating_update = jax.jit(_update, donate_argnums=0)


def momentum_step(params, velocity, grads, rate):
    return _donating_update((params, velocity), grads, rate)
