import jax
import jax.numpy as jnp


def recommend(table, ids):
    """Scores by the mean of the liked rows."""
    rows = jnp.take(table, ids, axis=0)
    return jnp.matmul(table, jnp.mean(rows, axis=0))


recommend = jax.jit(recommend)
