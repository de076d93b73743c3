"""Goes down both trees by functools.singledispatch, one small function for each kind of node."""
from functools import singledispatch


@singledispatch
def step(params, grads, rate):
    return params - rate * grads  # neither dict, list nor tuple: an array


@step.register
def _(params: dict, grads, rate):
    return {name: step(params[name], grads[name], rate) for name in params}


@step.register
def _(params: list, grads, rate):
    return [step(p, g, rate) for p, g in zip(params, grads, strict=True)]


@step.register
def _(params: tuple, grads, rate):
    return tuple(step(p, g, rate) for p, g in zip(params, grads, strict=True))
