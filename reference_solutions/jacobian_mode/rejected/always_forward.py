import jax


def jacobian(f, x):
    return jax.jacfwd(f)(x)
