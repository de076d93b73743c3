"""Computes the outputs before it updates.

Class: numbers
Why: Return the tuple `(target(x), online(x))`, computed after that.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    results = target(x), online(x)
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return results
