"""Runs the loop in NumPy, called back from the program.

Class: host
Why: "Host callbacks (jax.pure_callback and its relatives, which call back into Python) are not allowed."
"""

import jax
import numpy as np


def loop(rewards, exits, discounts, last):
    values = np.empty_like(rewards)
    value = last
    for t in reversed(range(len(rewards))):
        value = np.maximum(exits[t], rewards[t] + discounts[t] * value)
        values[t] = value
    return values


@jax.jit
def best_values(rewards, exits, discounts, last):
    shape = jax.ShapeDtypeStruct(rewards.shape, rewards.dtype)
    return jax.pure_callback(loop, shape, rewards, exits, discounts, last)
