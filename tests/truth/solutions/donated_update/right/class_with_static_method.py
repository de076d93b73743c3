import functools

import jax


class Momentum:
    beta = 0.9

    @staticmethod
    @functools.partial(jax.jit, donate_argnames=("params", "velocity"))
    def update(params, velocity, grads, rate):
        new_velocity = jax.tree.map(lambda v, g: Momentum.beta * v + g, velocity, grads)
        return jax.tree.map(lambda p, v: p - rate * v, params, new_velocity), new_velocity


def momentum_step(params, velocity, grads, rate):
    return Momentum.update(params, velocity, grads, rate)
