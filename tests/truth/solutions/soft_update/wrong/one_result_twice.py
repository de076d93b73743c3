"""The target's output stands in both places of the tuple.
Class: state
Why: "return the tuple `(target(x), online(x))`, computed after that".
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    return target(x), target(x)
