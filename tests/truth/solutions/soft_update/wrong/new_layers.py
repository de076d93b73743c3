"""Builds a mixed copy and moves its layers into the target.

Class: structure
Why: `target` itself is changed. Whoever else holds it, an optimizer or another module, must see the new numbers.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    mixed = nnx.clone(target)
    params = jax.tree.map(
        lambda t, o: (1 - tau) * t + tau * o, nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    )
    nnx.update(mixed, params)
    target.hidden, target.norm, target.out = mixed.hidden, mixed.norm, mixed.out
    return target(x), online(x)
