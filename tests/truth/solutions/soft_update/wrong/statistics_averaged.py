"""Moves the running mean and variance as well, by name.

Class: state
Why: What is no Param, such as the statistics of `norm`, stays as it is.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    kinds = (nnx.Param, nnx.BatchStat)
    for kind in kinds:
        states = nnx.state(target, kind), nnx.state(online, kind)
        nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return target(x), online(x)
