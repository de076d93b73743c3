"""Moves the online network towards the target, too.

Class: state
Why: So does all of `online`: it stays as it is.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    t, o = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    forward = jax.tree.map(lambda a, b: (1 - tau) * a + tau * b, t, o)
    backward = jax.tree.map(lambda a, b: (1 - tau) * b + tau * a, t, o)
    nnx.update(target, forward)
    results = target(x), online(x)
    nnx.update(online, backward)
    return results
