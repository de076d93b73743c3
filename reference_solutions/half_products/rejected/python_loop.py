import jax.numpy as jnp


def measure_rows(rows):
    squares = jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32)
    return jnp.sqrt(squares)


def cosine_scores(queries, documents):
    lengths = measure_rows(queries)
    columns = []
    for document in documents:
        dots = jnp.dot(queries, document, preferred_element_type=jnp.float32)
        both = lengths * measure_rows(document[None])
        columns.append(jnp.where(both > 0, dots / both, 0))
    return jnp.stack(columns, axis=1) if columns else jnp.zeros((len(queries), 0))
