"""Pairs values in the order in which they were put in.

Class: numbers
Why: The order may differ.
"""


def step(params, grads, rate):
    if isinstance(params, dict):
        return {k: step(p, g, rate) for (k, p), g in zip(params.items(), grads.values())}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads))
    return params - rate * grads
