import jax


def jacobian(f, x):
    return jax.grad(f)(x)
