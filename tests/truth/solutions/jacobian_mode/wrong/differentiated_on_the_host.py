"""A host callback differentiates eagerly in reverse mode; the program only waits for it.
Class: host
Why: "in the mode of differentiation that costs less": the compiled function must do the operations.
"""

import jax
import jax.numpy as jnp
import numpy as np


def jacobian(f, x):
    m, n = jax.eval_shape(f, x).shape[0], x.shape[0]
    shape = jax.ShapeDtypeStruct((m, n), jnp.float32)
    return jax.pure_callback(lambda z: np.asarray(jax.jacrev(f)(jnp.asarray(z))), shape, x)
