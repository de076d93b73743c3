"""The parameters are right, but the first result is the mean of the two networks' outputs, in place of the mean network's.
Breaks: "return the tuple `(target(x), online(x))`, computed after that".
Class: numbers
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    before, other = target(x), online(x)
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda p, q: (1 - tau) * p + tau * q, old, new))
    return (1 - tau) * before + tau * other, other
