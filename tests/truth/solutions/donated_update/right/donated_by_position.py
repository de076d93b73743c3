"""Wraps a private function by jax.jit with donate_argnums."""

import jax


def _momentum_step(params, velocity, grads, rate):
    new_velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    new_params = jax.tree.map(lambda p, v: p - rate * v, params, new_velocity)
    return new_params, new_velocity


momentum_step = jax.jit(_momentum_step, donate_argnums=(0, 1))
