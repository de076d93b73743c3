def step(params, grads, rate):
    return {name: params[name] - rate * grads[name] for name in params}
