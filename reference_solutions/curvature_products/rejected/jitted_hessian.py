import jax


def curvature(f, x, vs):
    return jax.jit(lambda x, vs: vs @ jax.jacfwd(jax.grad(f))(x))(x, vs)
