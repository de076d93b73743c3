"""Forward over reverse for one direction, mapped."""

import jax


def curvature(f, x, vs):
    def product(v):
        _, change = jax.jvp(jax.grad(f), (x,), (v,))
        return change

    return jax.vmap(product)(vs)
