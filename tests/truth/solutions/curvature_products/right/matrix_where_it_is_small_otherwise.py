"""Makes the Hessian where it is no larger than the directions."""

import jax


def curvature(f, x, vs):
    if x.shape[0] <= vs.shape[0]:
        return vs @ jax.hessian(f)(x)  # it is symmetric
    _, push = jax.linearize(jax.grad(f), x)
    return jax.vmap(push)(vs)
