def step(params, grads, rate):
    if isinstance(params, dict):
        return {name: step(params[name], grads[name], rate) for name in params}
    if isinstance(params, (list, tuple)):
        return [step(p, g, rate) for p, g in zip(params, grads)]
    return params - rate * grads
