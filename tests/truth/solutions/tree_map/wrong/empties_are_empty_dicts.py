"""Goes down the tree, and has a short way for what is empty.

Class: structure
Why: an empty list or tuple in params comes back as {}, which is another structure.
"""


def step(params, grads, rate):
    if isinstance(params, (dict, list, tuple)) and not params:
        return {}
    if isinstance(params, dict):
        return {name: step(p, grads[name], rate) for name, p in params.items()}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads, strict=True))
    return params - rate * grads
