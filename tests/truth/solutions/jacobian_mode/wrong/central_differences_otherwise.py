"""Central differences along all axes, mapped.

Class: numbers
Why: Finite differences aren't allowed, and half of the digits are lost.
"""

import jax
import jax.numpy as jnp

def jacobian(f, x):
    step = 1e-2
    offsets = step * jnp.eye(x.size, dtype=x.dtype)
    ahead, behind = jnp.split(jax.vmap(f)(jnp.concatenate([x + offsets, x - offsets])), 2)
    return ((ahead - behind) / (2 * step)).T
