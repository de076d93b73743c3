"""Mixes into a clone of the target, and then hands the clone's layers to the target.

Class: state
Why: "each Param stays the object that it is": target is the same object, but its Params are the clone's, and whoever else holds the old ones sees nothing.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    moved = nnx.clone(target)
    old, new = nnx.state(moved, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(moved, jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new))
    for name in ("hidden", "norm", "out"):
        setattr(target, name, getattr(moved, name))
    return target(x), online(x)
