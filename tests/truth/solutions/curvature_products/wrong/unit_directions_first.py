"""Makes the directions unit vectors first, and scales the products afterwards.

Class: tame
Why: A direction of length 1e24 has an infinite norm (NaN comes out), and one of 1e-24 the norm 0 and a product of zeros.
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    lengths = jnp.sqrt(jnp.sum(vs**2, axis=1, keepdims=True))
    units = jnp.where(lengths > 0, vs / jnp.where(lengths > 0, lengths, 1), 0)
    _, push = jax.linearize(jax.grad(f), x)
    return jax.vmap(push)(units) * lengths
