"""Makes new dicts and tuples, but puts the new arrays into the caller's own lists.

Class: state
Why: "Neither tree may be changed: return a new one": for params [p] the caller's list holds p - rate * g afterwards, and is what comes back.
"""


def step(params, grads, rate):
    if isinstance(params, dict):
        return {name: step(params[name], grads[name], rate) for name in params}
    if isinstance(params, tuple):
        return tuple(step(p, g, rate) for p, g in zip(params, grads, strict=True))
    if isinstance(params, list):
        params[:] = [step(p, g, rate) for p, g in zip(params, grads, strict=True)]
        return params
    return params - rate * grads
