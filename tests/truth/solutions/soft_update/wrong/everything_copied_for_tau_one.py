"""With a tau of 1 the whole state is copied, and the statistics with it.
Class: tame
Why: "Variables of other types, such as the statistics of `norm`, stay as they are".
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    if tau == 1:
        nnx.update(target, nnx.state(online))
    else:
        old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
        nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    return target(x), online(x)
