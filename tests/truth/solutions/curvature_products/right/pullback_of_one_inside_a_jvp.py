"""Step by step, as a beginner writes it: the gradient is a pullback of one, and its change along v is a jvp."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def gradient(point):
        value, pullback = jax.vjp(f, point)
        one = jnp.ones(value.shape, value.dtype)
        result = pullback(one)
        return result[0]

    def product(point, direction):
        primals = (point,)
        tangents = (direction,)
        gradient_there, change = jax.jvp(gradient, primals, tangents)
        del gradient_there
        return change

    all_products = jax.vmap(product, in_axes=(None, 0))
    products = all_products(x, vs)
    return products
