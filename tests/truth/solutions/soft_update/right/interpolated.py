"""Writes the formula as a step from the target towards the online network, with a special case for one."""

import jax
from flax import nnx


def interpolate(a, b, weight):
    if weight == 1.0:
        return b
    return a + weight * (b - a)


def soft_update(target, online, tau, x):
    states = [nnx.state(model, nnx.Param) for model in (target, online)]
    nnx.update(target, jax.tree.map(lambda a, b: interpolate(a, b, tau), *states))
    return target(x), online(x)
