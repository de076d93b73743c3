import jax


def jacobian(f, x):
    return jax.jacrev(f)(x)
