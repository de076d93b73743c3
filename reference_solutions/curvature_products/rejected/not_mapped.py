import jax


def curvature(f, x, vs):
    return jax.jvp(jax.grad(f), (x,), (vs,))[1]
