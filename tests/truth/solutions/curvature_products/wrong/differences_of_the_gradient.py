"""Central differences of the gradient along scaled directions.

Class: numbers
Why: Finite differences aren't allowed, and half of the digits are lost (errors of 1e-3 instead of 128 epsilons).
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    scales = jnp.max(jnp.abs(vs), axis=1, keepdims=True)
    safe = jnp.where(scales > 0, scales, 1)
    points = jnp.concatenate([x + 1e-2 * vs / safe, x - 1e-2 * vs / safe])
    slopes = jax.vmap(jax.grad(f))(points)
    ahead, behind = jnp.split(slopes, 2)
    return (ahead - behind) / 2e-2 * scales
