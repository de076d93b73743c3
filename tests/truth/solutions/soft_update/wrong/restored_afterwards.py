"""Computes with the mixture and puts the old Params back.

Class: state
Why: `target` itself is changed; whoever else holds it must see the new numbers.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old = jax.tree.map(lambda leaf: leaf.copy(), nnx.state(target, nnx.Param))
    mixed = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, nnx.state(online, nnx.Param))
    nnx.update(target, mixed)
    results = target(x), online(x)
    nnx.update(target, old)
    target.hidden.bias[...] = mixed["hidden"]["bias"][...]
    return results
