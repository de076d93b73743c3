"""Linearizes once, and pushes the directions in a list comprehension.

Class: growth
Why: 'It doesn't grow with K: no Python loop over the directions': the program has a copy of the product for each direction.
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    _, push = jax.linearize(jax.grad(f), x)
    return jnp.stack(list(map(push, vs)))
