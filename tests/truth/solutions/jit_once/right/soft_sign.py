"""By JAX's own name."""

from functools import partial

import jax


@partial(jax.jit)
def squash(x, scale):
    return scale * jax.nn.soft_sign(x)
