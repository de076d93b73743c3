import jax


def curvature(f, x, vs):
    return jax.vmap(lambda v: jax.jvp(f, (x,), (v,))[1])(vs)
