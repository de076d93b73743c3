import jax
import jax.numpy as jnp


def distances(metric, xs: jax.Array, ys: jax.Array) -> jax.Array:
    """Map a checkpointed metric, so that a gradient of the table keeps nothing from inside of it."""

    def from_row(x):
        return jax.vmap(lambda y: jax.checkpoint(metric)(x, y))(ys)

    return jax.vmap(from_row)(xs).astype(jnp.float32)
