"""One level of names.

Class: structure
Why: Nested to any depth.
"""


def step(params, grads, rate):
    return {name: p - rate * grads[name] for name, p in params.items()}
