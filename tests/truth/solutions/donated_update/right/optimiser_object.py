"""Keeps the compiled step in an object whose bound method is the entry point."""

import jax


class Momentum:
    def __init__(self, beta):
        self.beta = beta
        self._compiled = jax.jit(self._update, donate_argnums=(0, 1))

    def _update(self, params, velocity, grads, rate):
        velocity = jax.tree.map(lambda v, g: self.beta * v + g, velocity, grads)
        params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
        return params, velocity

    def step(self, params, velocity, grads, rate):
        return self._compiled(params, velocity, grads, rate)


momentum_step = Momentum(0.9).step
