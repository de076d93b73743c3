"""The mode is chosen by lax.cond, which traces both sides, after a look at the shape: three calls of `f`.
It breaks "Python calls `f` at most twice".
Class: structure
"""

import jax


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).size
    return jax.lax.cond(x.size <= outputs, jax.jacfwd(f), jax.jacrev(f), x)
