"""Returns the online network's output first.

Class: numbers
Why: Return the tuple `(target(x), online(x))`.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return online(x), target(x)
