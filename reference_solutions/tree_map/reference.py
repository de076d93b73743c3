"""The plain truth of `tree_map`: recursion over dicts, lists and tuples."""


def step(params, grads, rate):
    """Return the parameters after a step."""
    if isinstance(params, dict):
        return {name: step(params[name], grads[name], rate) for name in params}
    if isinstance(params, list | tuple):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads, strict=True))
    return params - rate * grads
