"""Makes ordered dicts of the arguments, so that nothing can come in another order.

Class: retrace
Why: an OrderedDict's order is part of its structure: dicts of known sizes that were filled with the bias first are traced again.
"""
from collections import OrderedDict
from functools import partial

import jax


@partial(jax.jit, donate_argnums=(0, 1))
def advance(params, velocity, grads, rate):
    velocity = {name: 0.9 * velocity[name] + grads[name] for name in ("kernel", "bias")}
    params = {name: params[name] - rate * velocity[name] for name in ("kernel", "bias")}
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    return advance(OrderedDict(params), OrderedDict(velocity), OrderedDict(grads), rate)
