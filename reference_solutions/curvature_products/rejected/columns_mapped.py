import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def column(direction):
        return jax.jvp(jax.grad(f), (x,), (direction,))[1]

    return vs @ jax.vmap(column)(jnp.eye(x.size))
