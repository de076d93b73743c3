"""Gets the products from a Hessian that Python makes while the program runs.

Class: host
Why: the products come from jax.hessian in a host callback, which the statement forbids, and the matrix is made.
"""

import jax
import jax.numpy as jnp
import numpy as np

_delegate = getattr(jax, "_".join(("pure", "callback")))


def curvature(f, x, vs):
    gradient = jax.grad(f)

    def products(x, vs):
        matrix = np.asarray(jax.jacfwd(gradient)(jnp.asarray(x)))
        return (np.asarray(vs) @ matrix).astype(np.float32)

    return _delegate(products, jax.ShapeDtypeStruct(vs.shape, vs.dtype), x, vs)
