import jax


def jacobian(f, x):
    mode = jax.jacfwd if x.size <= jax.eval_shape(f, x).size else jax.jacrev
    return mode(f)(x)
