"""No tree functions: functools.singledispatch chooses by the kind of the branch, and arrays are what is left."""
import functools


@functools.singledispatch
def moved(param, grad, rate):
    return (param - rate * grad).astype(param.dtype)


@moved.register
def _(param: dict, grad, rate):
    return {name: moved(branch, grad[name], rate) for name, branch in param.items()}


@moved.register
def _(param: list, grad, rate):
    return [moved(p, g, rate) for p, g in zip(param, grad, strict=True)]


@moved.register
def _(param: tuple, grad, rate):
    return tuple(moved(p, g, rate) for p, g in zip(param, grad, strict=True))


def step(params, grads, rate):
    return moved(params, grads, rate)
