"""Partners are looked up by shape, so biases and scales of one length get the wrong partner.
Class: state
Why: "For each `nnx.Param` of `target`, and the Param at the same place in `online`, set".
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    by_shape = {leaf.shape: leaf for leaf in jax.tree.leaves(nnx.state(online, nnx.Param))}
    old = nnx.state(target, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t: (1 - tau) * t + tau * by_shape[t.shape], old))
    return target(x), online(x)
