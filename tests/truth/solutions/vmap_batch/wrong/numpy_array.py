"""Returns NumPy.

Class: host
Why: A `jax.Array`.
"""

import jax
import numpy as np


def losses(loss, weights, xs, ys):
    return np.asarray(jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys))
