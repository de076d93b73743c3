"""Updates again after the results are computed.

Class: state
Why: For each Param set `target_param = (1 - tau) * target_param + tau * online_param`, once.
"""

import jax
from flax import nnx


def move(target, online, tau):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))


def soft_update(target, online, tau, x):
    move(target, online, tau)
    results = target(x), online(x)
    move(target, online, tau)
    return results
