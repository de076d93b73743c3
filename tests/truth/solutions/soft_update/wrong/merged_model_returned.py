"""Merges the mixed Params into a new model, and never writes them into the target.

Class: state
Why: `target` itself is changed.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    graph, params, rest = nnx.split(target, nnx.Param, ...)
    online_params = nnx.state(online, nnx.Param)
    params = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, params, online_params)
    target = nnx.merge(graph, params, rest)
    return target(x), online(x)
