import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def multiply(v):
        unit = v / jnp.linalg.norm(v)
        return jax.jvp(jax.grad(f), (x,), (unit,))[1]

    return jax.vmap(multiply)(vs)
