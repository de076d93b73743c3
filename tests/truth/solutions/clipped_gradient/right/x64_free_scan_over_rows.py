import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def bwd(limit, g):
    def step(_, row):
        return None, row * jnp.minimum(1, limit / jnp.sqrt((row**2).sum()))

    return jax.lax.scan(step, None, g)[1], None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), bwd)
