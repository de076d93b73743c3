"""Adds a part of the difference to the target: target + tau * (online - target).

Class: numbers
Why: with tau 1 and a target weight of 1e8 next to an online weight of 1, the difference is rounded to -1e8 and the target gets 0 instead of the online network's 1.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda old, new: old + tau * (new - old), old, new))
    return target(x), online(x)
