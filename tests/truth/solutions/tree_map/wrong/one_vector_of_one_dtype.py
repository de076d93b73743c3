"""Joins all arrays to one vector, makes one subtraction, and cuts it up again.

Class: dtype
Why: in a tree of both dtypes the vector is float32, and all parts stay so: float16 arrays come back as float32; and a tree without any array (such as {} or [()]) fails in concatenate.
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    leaves, structure = jax.tree.flatten(params)
    p = jnp.concatenate([leaf.ravel() for leaf in leaves])
    g = jnp.concatenate([leaf.ravel() for leaf in structure.flatten_up_to(grads)])
    new = p - rate * g
    parts, at = [], 0
    for leaf in leaves:
        parts.append(new[at : at + leaf.size].reshape(leaf.shape))
        at += leaf.size
    return structure.unflatten(parts)
