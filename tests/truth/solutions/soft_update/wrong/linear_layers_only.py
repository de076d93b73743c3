"""Mixes kernel and bias of the two linear layers, and leaves the norm alone, which has statistics.

Class: state
Why: The norm's scale and bias are Params, too: where they differ between the two networks, the target keeps its own.
"""

from flax import nnx


def soft_update(target, online, tau, x):
    for old, new in ((target.hidden, online.hidden), (target.out, online.out)):
        old.kernel[...] = (1 - tau) * old.kernel[...] + tau * new.kernel[...]
        old.bias[...] = (1 - tau) * old.bias[...] + tau * new.bias[...]
    return target(x), online(x)
