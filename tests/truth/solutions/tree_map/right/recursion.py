"""Recursion by type."""


def step(params, grads, rate):
    if isinstance(params, dict):
        return {key: step(value, grads[key], rate) for key, value in params.items()}
    if isinstance(params, list):
        return [step(p, g, rate) for p, g in zip(params, grads)]
    if isinstance(params, tuple):
        return tuple(step(p, g, rate) for p, g in zip(params, grads))
    return params - rate * grads
