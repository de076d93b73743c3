"""Takes jax.grad where there is one output, and otherwise chooses by sizes."""

import jax


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    if m == 1 and x.shape[0] > 1:
        return jax.grad(lambda z: f(z).sum())(x)[None, :]
    if m < x.shape[0]:
        return jax.jacrev(f)(x)
    return jax.jacfwd(f)(x)
