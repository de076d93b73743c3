import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def multiply(v):
        step = 1e-2 / jnp.maximum(jnp.sqrt(v @ v), 1e-6)
        return (jax.grad(f)(x + step * v) - jax.grad(f)(x - step * v)) / (2 * step)

    return jax.vmap(multiply)(vs)
