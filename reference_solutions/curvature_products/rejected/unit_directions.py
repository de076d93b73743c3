import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def multiply(v):
        unit = v / jnp.maximum(jnp.linalg.norm(v), 1e-6)
        return jax.jvp(jax.grad(f), (x,), (unit,))[1]

    return jax.vmap(multiply)(vs)
