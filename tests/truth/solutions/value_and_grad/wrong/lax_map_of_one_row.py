"""The loss runs in a loop of jax.lax, over a batch of one. The numbers are right.
Breaks: "No NumPy, no loops of `jax.lax`, no callbacks into Python."
Class: structure
"""

import jax


def descend(loss, params, rate):
    values, slopes = jax.lax.map(jax.value_and_grad(loss), params[None])
    return values[0], params - rate * slopes[0]
