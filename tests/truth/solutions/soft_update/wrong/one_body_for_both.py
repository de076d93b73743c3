"""Splits the target once, and runs the online network's Params in the target's body.

Class: numbers
Why: the body has the target's running statistics, so the second result is wrong if the two networks' means and variances differ.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    graph, old, rest = nnx.split(target, nnx.Param, ...)
    new = nnx.state(online, nnx.Param)
    mixed = jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new)
    nnx.update(target, mixed)
    mean_network, online_network = (nnx.merge(graph, params, rest) for params in (mixed, new))
    return mean_network(x), online_network(x)
