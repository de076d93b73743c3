"""Drops what is empty.

Class: layout
Why: Some are empty, and a tree like `params` is asked for.
"""


def empty(tree):
    return isinstance(tree, (dict, list, tuple)) and len(tree) == 0


def step(params, grads, rate):
    if isinstance(params, dict):
        return {k: step(params[k], grads[k], rate) for k in params if not empty(params[k])}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads) if not empty(p))
    return params - rate * grads
