import jax


def jacobian(f, x):
    return (jax.jacfwd if x.size < 5 else jax.jacrev)(f)(x)
