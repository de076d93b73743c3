"""Moves all Params, and shrinks the hidden bias by a tenth after the results are computed.

Class: state
Why: For each Param set `target_param = (1 - tau) * target_param + tau * online_param`.
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    results = target(x), online(x)
    target.hidden.bias[...] = 0.9 * target.hidden.bias[...]
    return results
