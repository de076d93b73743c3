"""Puts new Param objects into the target, so who shares the old ones sees old numbers.

Class: structure
Why: Whoever else holds it, an optimizer or another module, must see the new numbers.
"""

from flax import nnx


def soft_update(target, online, tau, x):
    for layer, names in (("hidden", ("kernel", "bias")), ("norm", ("scale", "bias")), ("out", ("kernel", "bias"))):
        mine, theirs = getattr(target, layer), getattr(online, layer)
        for name in names:
            mixed = (1 - tau) * getattr(mine, name)[...] + tau * getattr(theirs, name)[...]
            setattr(mine, name, nnx.Param(mixed))
    return target(x), online(x)
