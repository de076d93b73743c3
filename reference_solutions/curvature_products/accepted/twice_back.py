"""Reverse over reverse: the gradient of the gradient's product with each direction."""

import jax


def curvature(f, x, vs):
    def slope(point, v):
        return jax.grad(f)(point) @ v

    return jax.vmap(jax.grad(slope), in_axes=(None, 0))(x, vs)
