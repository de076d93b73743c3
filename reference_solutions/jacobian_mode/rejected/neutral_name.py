import jax


def jacobian(f, x):
    return jax.jacobian(f)(x)
