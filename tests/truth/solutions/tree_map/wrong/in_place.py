"""Writes into the given dict.

Class: structure
Why: JAX's arrays and the trees don't change.
"""


def step(params, grads, rate):
    for name in params:
        params[name] -= rate * grads[name]
    return params
