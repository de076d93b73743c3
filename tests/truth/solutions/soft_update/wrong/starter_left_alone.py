"""Replaces one Param by an array, and updates none of the others.

Class: structure
Why: For each `nnx.Param` of `target`; exactly what was an `nnx.Param` before is one after.
"""


def soft_update(target, online, tau, x):
    target.hidden.kernel = (1 - tau) * target.hidden.kernel[...] + tau * online.hidden.kernel[...]
    return target(x), online(x)
