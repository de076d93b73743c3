"""The average is corrected for a start at zero, which the formula doesn't ask for.
Class: numbers
Why: "each holds what the formula gives, up to rounding".
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    correction = 1 - (1 - tau) ** 2
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: ((1 - tau) * t + tau * o) / correction, old, new))
    return target(x), online(x)
