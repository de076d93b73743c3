"""Keeps the jitted gradient of each loss, by the name of the loss.

Class: state
Why: breaches "call the one that you are given": a second loss with the name of an earlier one (two lambdas, say) gets the value and gradient of the earlier one.
"""

import jax

_kept = {}


def descend(loss, params, rate):
    name = getattr(loss, "__name__", "")
    if name not in _kept:
        _kept[name] = jax.jit(jax.value_and_grad(loss))
    value, slope = _kept[name](params)
    return value, params - rate * slope
