"""Moves all Params but the bias of the last layer, which is zero in fresh networks.

Class: defaults
Why: For each `nnx.Param` of `target`.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    bias = target.out.bias[...]
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    target.out.bias[...] = bias
    return target(x), online(x)
