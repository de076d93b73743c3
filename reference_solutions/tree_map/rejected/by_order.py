def step(params, grads, rate):
    if isinstance(params, dict):
        pairs = zip(params.items(), grads.values())
        return {name: step(p, g, rate) for (name, p), g in pairs}
    if isinstance(params, (list, tuple)):
        return type(params)(step(p, g, rate) for p, g in zip(params, grads))
    return params - rate * grads
