import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    mapped = jax.vmap(score, in_axes=(0, None))
    chunks = [queries[i : i + size] for i in range(0, len(queries), size)]
    return jnp.concatenate([mapped(chunk, table) for chunk in chunks])
