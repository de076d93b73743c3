import jax.numpy as jnp


def measure_rows(rows):
    return jnp.linalg.norm(rows.astype(jnp.float32), axis=1)


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    lengths = measure_rows(queries)[:, None] * measure_rows(documents)
    return jnp.where(lengths > 0, dots / lengths, 0)
