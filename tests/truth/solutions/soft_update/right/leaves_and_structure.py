"""Flattens both states, mixes the lists of leaves, and puts the tree together again."""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old, treedef = jax.tree.flatten(nnx.state(target, nnx.Param))
    new = jax.tree.leaves(nnx.state(online, nnx.Param))
    assert len(old) == len(new)
    mixed = [(1 - tau) * a + tau * b for a, b in zip(old, new, strict=True)]
    nnx.update(target, jax.tree.unflatten(treedef, mixed))
    return target(x), online(x)
