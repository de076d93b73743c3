"""Goes down the tree itself, by structural pattern matching."""


def step(params, grads, rate):
    match params:
        case dict():
            return {name: step(params[name], grads[name], rate) for name in params}
        case list():
            return [step(p, g, rate) for p, g in zip(params, grads, strict=True)]
        case tuple():
            return tuple(step(p, g, rate) for p, g in zip(params, grads, strict=True))
        case p:
            return p - rate * grads
