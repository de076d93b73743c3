import jax
import jax.numpy as jnp


@jax.custom_vjp
def one_row(row, limit):
    return jnp.rint(row)


def _bwd(limit, g):
    norm = jnp.linalg.norm(g)
    return jnp.where(norm > limit, g * (limit / jnp.where(norm > 0, norm, 1.0)), g), None


one_row.defvjp(lambda row, limit: (jnp.rint(row), limit), _bwd)
quantise = jax.vmap(one_row, in_axes=(0, None))
