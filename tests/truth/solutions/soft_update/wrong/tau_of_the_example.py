"""Uses a rate of one quarter, whatever is asked for, but for one.

Class: example
Why: `tau` is a Python float, more than 0 and at most 1.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    tau = 1.0 if tau == 1.0 else 0.25
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return target(x), online(x)
