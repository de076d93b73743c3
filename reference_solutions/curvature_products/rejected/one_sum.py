import jax


def curvature(f, x, vs):
    _, total = jax.jvp(jax.grad(f), (x,), (vs.sum(axis=0),))
    return total
