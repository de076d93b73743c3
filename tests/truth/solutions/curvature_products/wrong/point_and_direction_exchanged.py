"""Point and direction are exchanged.
Class: numbers
Why: "Its Hessian `H` at `x`".
"""

import jax


def curvature(f, x, vs):
    return jax.vmap(lambda v: jax.jvp(jax.grad(f), (v,), (x,))[1])(vs)
