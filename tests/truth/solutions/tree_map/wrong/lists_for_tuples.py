"""Lists in the place of tuples.

Class: layout
Why: A tree like `params`.
"""


def step(params, grads, rate):
    if isinstance(params, dict):
        return {k: step(params[k], grads[k], rate) for k in params}
    if isinstance(params, (list, tuple)):
        return [step(p, g, rate) for p, g in zip(params, grads)]
    return params - rate * grads
