"""Makes the Hessian under jit, and multiplies once.
Class: other
Why: "No array in the program has more than `4 * K * N` elements".
"""

import jax


def curvature(f, x, vs):
    return jax.jit(lambda x, vs: vs @ jax.hessian(f)(x))(x, vs)
