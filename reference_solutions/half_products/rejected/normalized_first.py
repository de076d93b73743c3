import jax.numpy as jnp


def measure_rows(rows):
    squares = jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32)
    return jnp.sqrt(squares)


def normalize(rows):
    lengths = measure_rows(rows)[:, None].astype(rows.dtype)
    return jnp.where(lengths > 0, rows / lengths, 0)


def cosine_scores(queries, documents):
    return jnp.matmul(normalize(queries), normalize(documents).T, preferred_element_type=jnp.float32)
