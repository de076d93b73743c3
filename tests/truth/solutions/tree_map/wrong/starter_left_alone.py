"""The starter.

Class: structure
Why: A tree like `params`, of any kind.
"""


def step(params, grads, rate):
    return {"w": params["w"] - rate * grads["w"], "b": params["b"] - rate * grads["b"]}
