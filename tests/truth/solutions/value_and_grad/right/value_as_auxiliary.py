"""A decorator makes the loss return itself twice, and grad hands one of them on."""

import functools

import jax


def twice(f):
    @functools.wraps(f)
    def both(*args):
        return (value := f(*args)), value

    return both


def descend(loss, params, rate):
    slope, value = jax.grad(twice(loss), has_aux=True)(params)
    return value, params - rate * slope
