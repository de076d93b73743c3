"""tensordot for the dots, a batched matmul of rows and columns for the squares, all of it jitted."""

import jax
import jax.numpy as jnp


def squares(rows):
    as_row, as_column = rows[:, None, :], rows[:, :, None]
    return jnp.matmul(as_row, as_column, preferred_element_type=jnp.float32).reshape(-1)


@jax.jit
def cosine_scores(queries, documents):
    dots = jnp.tensordot(queries, documents, axes=(1, 1), preferred_element_type=jnp.float32)
    down = jnp.sqrt(squares(queries)).reshape(-1, 1)
    across = jnp.sqrt(squares(documents)).reshape(1, -1)
    scale = down * across
    return jnp.select([scale > 0], [dots / scale], 0.0)
