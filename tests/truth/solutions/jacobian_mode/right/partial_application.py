import functools

import jax


def _pick(f, x):
    (outputs,) = jax.eval_shape(f, x).shape
    return functools.partial(jax.jacrev if outputs < x.shape[0] else jax.jacfwd, argnums=0)


def jacobian(f, x):
    return _pick(f, x)(f)(x)
