"""A while_loop counts through the documents and keeps dots and squares."""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    n = len(documents)
    if not n:
        return jnp.zeros((len(queries), 0), jnp.float32)
    wide = queries.astype(jnp.float32)

    def body(state):
        i, dots, squares = state
        row = documents[i].astype(jnp.float32)
        return i + 1, dots.at[i].set(jnp.sum(wide * row, axis=-1)), squares.at[i].set(jnp.sum(row**2))

    start = (0, jnp.zeros((n, len(queries))), jnp.zeros(n))
    _, dots, squares = jax.lax.while_loop(lambda state: state[0] < n, body, start)
    lengths = jnp.sqrt(squares)[:, None] * jnp.linalg.norm(wide, axis=1)
    return jnp.nan_to_num(dots / lengths).T
