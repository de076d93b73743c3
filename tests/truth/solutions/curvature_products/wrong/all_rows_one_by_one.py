"""Makes one row of the Hessian after the other in a scan, and never the matrix.

Class: flops
Why: It takes N products where K are asked for: with N = 1000 and K = 2 about 500 times the operations.
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    _, push = jax.linearize(jax.grad(f), x)
    places = jnp.arange(x.size)

    def body(carry, i):
        row = push((places == i).astype(x.dtype))
        return carry, vs @ row

    _, columns = jax.lax.scan(body, None, places)
    return columns.T
