"""Checks the function's shape, differentiates it for a look, and then computes the products.

Class: dispatches
Why: 'Python calls f at most twice': eval_shape, the gradient, and the product call it three times.
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    if jax.eval_shape(f, x).shape != ():
        raise TypeError("f must return one number")
    gradient = jax.grad(f)(x)
    _, push = jax.linearize(jax.grad(f), x)
    return jax.vmap(push)(vs).astype(gradient.dtype)
