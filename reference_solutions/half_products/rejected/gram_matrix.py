import jax.numpy as jnp


def cosine_scores(queries, documents):
    rows = jnp.concatenate([queries, documents])
    products = jnp.matmul(rows, rows.T, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(jnp.diagonal(products))
    count = len(queries)
    both = lengths[:count, None] * lengths[count:]
    return jnp.where(both > 0, products[:count, count:] / both, 0)
