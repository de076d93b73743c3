"""Compiles update and both forward passes together."""

import jax
from flax import nnx


@nnx.jit
def soft_update(target, online, tau, x):
    params = nnx.state(target, nnx.Param)
    params = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, params, nnx.state(online, nnx.Param))
    nnx.update(target, params)
    return target(x), online(x)
