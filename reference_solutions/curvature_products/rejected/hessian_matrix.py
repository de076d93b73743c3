import jax


def curvature(f, x, vs):
    return vs @ jax.hessian(f)(x)
