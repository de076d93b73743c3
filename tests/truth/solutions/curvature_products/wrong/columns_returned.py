"""One column for each direction.
Class: layout
Why: "Return the float32 array of shape `(K, N)`".
"""

import jax


def curvature(f, x, vs):
    return jax.vmap(lambda v: jax.jvp(jax.grad(f), (x,), (v,))[1], out_axes=1)(vs)
