"""Returns a plain gradient where there is one output, without the leading axis.
Class: structure
Why: "Return the float32 array of shape `(M, N)`": "`N` and `M` are at least 1".
"""

import jax


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    if m == 1:
        return jax.grad(lambda z: f(z)[0])(x)
    return jax.jacfwd(f)(x) if x.shape[0] <= m else jax.jacrev(f)(x)
