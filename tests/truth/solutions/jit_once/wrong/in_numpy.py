"""NumPy throughout.

Class: host
Why: A `jax.Array`, and no NumPy.
"""

import numpy as np


def squash(x, scale):
    x = np.asarray(x)
    return (scale * x / (1 + np.abs(x))).astype(np.float32)
