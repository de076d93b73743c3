"""Takes the gradient, which is the first result of jvp.
Class: numbers
Why: "whose row `[k]` is `H @ vs[k]`".
"""

import jax


def curvature(f, x, vs):
    return jax.vmap(lambda v: jax.jvp(jax.grad(f), (x,), (v,))[0])(vs)
