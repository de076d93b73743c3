"""Returns the slopes, which are numbers and not rows.
Class: structure
Why: "Return the float32 array of shape `(K, N)`".
"""

import jax


def curvature(f, x, vs):
    return vs @ jax.grad(f)(x)
