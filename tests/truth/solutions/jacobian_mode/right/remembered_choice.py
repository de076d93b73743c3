import jax

_modes = {-1: jax.jacrev, 0: jax.jacrev, 1: jax.jacfwd}


def sign(n):
    return (n > 0) - (n < 0)


def jacobian(f, x):
    return _modes[sign(jax.eval_shape(f, x).shape[0] - x.shape[0])](f)(x)
