import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def multiply(v):
        length = jnp.linalg.norm(v)
        return length * jax.jvp(jax.grad(f), (x,), (v / length,))[1]

    return jax.vmap(multiply)(vs)
