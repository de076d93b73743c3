"""Style: one expression by functools.partial; the gradient leaves the vmap unmapped and is dropped."""
from functools import partial

import jax


def curvature(f, x, vs):
    return jax.vmap(partial(jax.jvp, jax.grad(f), (x,)), out_axes=(None, 0))((vs,))[1]
