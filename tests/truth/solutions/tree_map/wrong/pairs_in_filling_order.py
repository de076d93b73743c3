"""Walks through the tree by hand and pairs the values of two dicts in the order in which they were filled.

Class: numbers
Why: For params {"a": p, "b": q} and grads filled as {"b": h, "a": g}, it returns p - rate * h and q - rate * g.
"""


def step(params, grads, rate):
    if isinstance(params, dict):
        both = zip(params.values(), grads.values(), strict=True)
        moved = [step(p, g, rate) for p, g in both]
        return dict(zip(params, moved, strict=True))
    if isinstance(params, (list, tuple)):
        both = zip(params, grads, strict=True)
        return type(params)(step(p, g, rate) for p, g in both)
    return params - rate * grads
