"""The products without a matrix are made, and the Hessian does the work.
Class: decoy
Why: "No array in the program has more than `4 * K * N` elements".
"""

import jax


def curvature(f, x, vs):
    products = jax.vmap(lambda v: jax.jvp(jax.grad(f), (x,), (v,))[1])(vs)
    hessian = jax.jacrev(jax.grad(f))(x)
    return 0 * products + vs @ hessian
