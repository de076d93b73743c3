"""Decorates two passes with the mode that each of them needs."""

import functools

from flax import nnx


def in_mode(switch):
    def decorate(function):
        compiled = nnx.jit(function)

        @functools.wraps(function)
        def wrapper(model, *args):
            getattr(model, switch)()
            out = compiled(model, *args)
            model.train()
            return out

        return wrapper

    return decorate


@in_mode("train")
def absorb(model, batch):
    model(batch)


@in_mode("eval")
def infer(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        absorb(model, batch)
    return infer(model, x)
