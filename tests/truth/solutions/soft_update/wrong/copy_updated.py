"""Updates a copy, and leaves the target as it was.

Class: state
Why: `target` itself is changed.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    moved = nnx.clone(target)
    states = nnx.state(moved, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(moved, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return moved(x), online(x)
