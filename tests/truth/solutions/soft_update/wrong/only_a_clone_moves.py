"""Moves a clone of the target, and returns the clone's outputs.

Class: decoy
Why: "`target` itself is changed": the results are right, but the target keeps its parameters.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    moved = nnx.clone(target)
    old = nnx.state(moved, nnx.Param)
    new = nnx.state(online, nnx.Param)
    nnx.update(moved, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    return moved(x), online(x)
