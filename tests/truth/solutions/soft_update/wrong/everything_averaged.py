"""Takes the whole state, statistics included.

Class: state
Why: What is no Param, such as the statistics of `norm`, stays as it is.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, nnx.state(target), nnx.state(online)))
    return target(x), online(x)
