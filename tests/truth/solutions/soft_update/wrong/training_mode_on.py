"""Switches the target to training mode, so the forward pass uses and moves the statistics.

Class: state
Why: What is no Param, such as the statistics of `norm`, stays as it is.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    target.train()
    target.norm.use_running_average = False
    results = target(x), online(x)
    target.norm.use_running_average = True
    return results
