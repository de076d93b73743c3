"""Leaves out Params of the online network which are still all 0, as if they were not trained yet.

Class: numbers
Why: where an online bias is 0 and the target's isn't, the target's bias stays as it is, and (1 - tau) times it is right.
"""

from flax import nnx


def soft_update(target, online, tau, x):
    old = nnx.to_flat_state(nnx.state(target, nnx.Param))
    new = nnx.to_flat_state(nnx.state(online, nnx.Param))
    for (_, mine), (_, other) in zip(old, new, strict=True):
        if other[...].any():
            mine[...] = (1 - tau) * mine[...] + tau * other[...]
    return target(x), online(x)
