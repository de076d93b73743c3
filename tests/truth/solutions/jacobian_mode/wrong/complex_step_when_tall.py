"""Take a step in the imaginary direction instead of forward mode, and reverse mode otherwise.

Class: numbers
Why: for N <= M and an f that isn't analytic, such as jnp.abs, the imaginary part is gone and the derivatives are 0 instead of the signs of x.
"""

import jax
import jax.numpy as jnp

STEP = 2.0**-40


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).shape[0]
    if x.shape[0] > outputs:
        return jax.jacrev(f)(x)
    # No difference is taken, so no digits are lost.
    directions = 1j * STEP * jnp.eye(x.shape[0], dtype=jnp.complex64)
    columns = jax.vmap(f)(x.astype(jnp.complex64) + directions)
    return (jnp.imag(columns) / STEP).T.astype(jnp.float32)
