"""Central differences of the gradient.
Class: numbers
Why: "neither are finite differences".
"""

import jax


def curvature(f, x, vs):
    step, g = 1e-3, jax.grad(f)
    return jax.vmap(lambda v: (g(x + step * v) - g(x - step * v)) / (2 * step))(vs)
