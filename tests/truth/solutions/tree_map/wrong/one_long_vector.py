"""One long vector.

Class: layout
Why: A tree like `params`.
"""

import jax
from jax.flatten_util import ravel_pytree


def step(params, grads, rate):
    return ravel_pytree(params)[0] - rate * ravel_pytree(grads)[0]
