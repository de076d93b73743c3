"""Moves a clone, and puts its Params into the target's layers.

Class: state
Why: "each Param stays the object that it is, and gets a new array": an optimizer or module that holds the old Params doesn't see the new numbers.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    moved = nnx.clone(target)
    old = nnx.state(moved, nnx.Param)
    new = nnx.state(online, nnx.Param)
    nnx.update(moved, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    for name in ("hidden", "norm", "out"):
        layer, source = getattr(target, name), getattr(moved, name)
        for attribute, value in list(vars(source).items()):
            if isinstance(value, nnx.Param):
                setattr(layer, attribute, value)
    return target(x), online(x)
