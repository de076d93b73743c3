"""Ties each parameter to its velocity, donates the pairs, and takes them apart again."""

import functools

import jax


@functools.partial(jax.jit, donate_argnames="pairs")
def _advance(pairs, grads, rate):
    def one(param, speed, grad):
        speed = 0.9 * speed + grad
        return param - rate * speed, speed

    return {name: one(*pair, grads[name]) for name, pair in pairs.items()}


def momentum_step(params, velocity, grads, rate):
    pairs = _advance({name: (params[name], velocity[name]) for name in params}, grads, rate)
    return tuple({name: pairs[name][i] for name in params} for i in (0, 1))
