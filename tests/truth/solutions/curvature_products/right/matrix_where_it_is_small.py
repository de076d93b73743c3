"""Makes the matrix where it is hardly larger than the directions, and multiplies by it."""

import jax


def curvature(f, x, vs):
    k, n = vs.shape
    if n <= 2 * k:
        return vs @ jax.hessian(f)(x)  # the matrix is symmetric
    return jax.vmap(lambda v: jax.jvp(jax.grad(f), (x,), (v,))[1])(vs)
