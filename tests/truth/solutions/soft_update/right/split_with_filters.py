"""Splits both models into Params and the rest, and puts the new Params back."""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    _, target_params, _ = nnx.split(target, nnx.Param, ...)
    _, online_params, _ = nnx.split(online, nnx.Param, ...)
    mixed = jax.tree.map(lambda a, b: a * (1 - tau) + b * tau, target_params, online_params)
    nnx.update(target, mixed)
    return target(x), online(x)
