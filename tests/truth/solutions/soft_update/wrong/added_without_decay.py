"""Adds a part of the online network and doesn't take any of the target away.

Class: numbers
Why: `target_param = (1 - tau) * target_param + tau * online_param`.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: t + tau * o, *states))
    return target(x), online(x)
