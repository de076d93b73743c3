def step(params, grads, rate):
    return params - rate * grads
