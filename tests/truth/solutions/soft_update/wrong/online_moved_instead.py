"""Moves the online network towards the target.

Class: numbers
Why: `target` itself is changed; all of `online` stays as it is.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(online, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return target(x), online(x)
