"""Wrong: tau is rounded to thousandths, so that 0.0004 does nothing and 0.0016 counts as 0.002.
Breaks: "`tau` is a Python float, more than 0 and at most 1", and the formula.
Class: numbers
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    tau = round(tau, 3)
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new))
    return target(x), online(x)
