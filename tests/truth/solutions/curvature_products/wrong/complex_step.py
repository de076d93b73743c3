"""Takes a tiny imaginary step, and the imaginary part of the gradient over the step is the product, without any cancellation.

Class: other
Why: for a direction of length 1e24 the step isn't tiny any more and other numbers come out; f, which takes float32, is called with complex numbers (an f with jnp.abs or a maximum goes wrong); and it is a finite difference.
"""

import jax
import jax.numpy as jnp

STEP = 1e-20


def curvature(f, x, vs):
    gradient = jax.grad(f, holomorphic=True)

    def product(v):
        return jnp.imag(gradient(jax.lax.complex(x, STEP * v))) / STEP

    return jax.vmap(product)(vs)
