"""Moves all numbers rightly, and puts plain arrays where Params were.

Class: structure
Why: Exactly what was an `nnx.Param` before is one after.
"""


def soft_update(target, online, tau, x):
    for layer, names in (("hidden", ("kernel", "bias")), ("norm", ("scale", "bias")), ("out", ("kernel", "bias"))):
        mine, theirs = getattr(target, layer), getattr(online, layer)
        for name in names:
            setattr(mine, name, (1 - tau) * getattr(mine, name)[...] + tau * getattr(theirs, name)[...])
    return target(x), online(x)
