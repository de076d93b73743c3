"""A scan over the directions."""

import jax


def curvature(f, x, vs):
    gradient = jax.grad(f)

    def step(carry, v):
        return carry, jax.jvp(gradient, (x,), (v,))[1]

    _, products = jax.lax.scan(step, None, vs)
    return products
