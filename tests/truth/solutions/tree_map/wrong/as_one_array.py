"""As if the tree were an array.

Class: structure
Why: A dict, a list or a tuple.
"""


def step(params, grads, rate):
    return params - rate * grads
