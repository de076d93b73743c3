import jax


def curvature(f, x, vs):
    gradient = jax.grad(f)(x)
    return (vs @ gradient)[:, None] * gradient
