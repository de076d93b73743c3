"""Limits `tau` to 0.95.
Class: numbers
Why: "With 1 the target gets the online network's parameters."
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    tau = min(tau, 0.95)
    mine, theirs = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda a, b: (1 - tau) * a + tau * b, mine, theirs))
    return target(x), online(x)
