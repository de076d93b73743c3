"""Two levels of names, or one array.

Class: structure
Why: Nested to any depth.
"""


def step(params, grads, rate):
    if not isinstance(params, dict):
        return params - rate * grads
    return {a: {b: params[a][b] - rate * grads[a][b] for b in params[a]} for a in params}
