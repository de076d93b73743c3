"""Moves the kernels and leaves the biases.

Class: numbers
Why: For each `nnx.Param` of `target`.
"""


def soft_update(target, online, tau, x):
    for name in ("hidden", "out"):
        mine, theirs = getattr(target, name).kernel, getattr(online, name).kernel
        mine[...] = (1 - tau) * mine[...] + tau * theirs[...]
    return target(x), online(x)
