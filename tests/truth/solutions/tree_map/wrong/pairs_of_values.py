"""Goes through both dicts at once by their values.

Class: numbers
Why: where grads was filled in another order ({"b": ..., "a": ...} beside {"a": ..., "b": ...}), each array gets the gradient of another.
"""


def step(params, grads, rate):
    if isinstance(params, dict):
        pairs = zip(params.items(), grads.values(), strict=True)
        return {name: step(p, g, rate) for (name, p), g in pairs}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads, strict=True))
    return params - rate * grads
