"""With a rate of 1 the online network is simply copied.

Class: state
Why: with tau = 1 the statistics of `norm` are copied, too, though "Variables of other types, such as the statistics of `norm`, stay as they are".
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    if tau == 1:
        nnx.update(target, nnx.state(online))
    else:
        old = nnx.state(target, nnx.Param)
        new = nnx.state(online, nnx.Param)
        nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    return target(x), online(x)
