def step(params, grads, rate):
    if isinstance(params, dict):
        return {name: step(params[name], grads[name], rate) for name in params if not is_empty(params[name])}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads) if not is_empty(p))
    return params - rate * grads


def is_empty(tree):
    return isinstance(tree, (dict, list, tuple)) and not tree
