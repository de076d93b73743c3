import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    extra = (size - n % size) % size
    filled = jnp.concatenate([queries, jnp.repeat(queries[-1:], extra, axis=0)])

    def step(table, chunk):
        return table, jax.vmap(lambda query: score(query, table))(chunk)

    _, scores = jax.lax.scan(step, table, filled.reshape((-1, size, d)))
    return scores.reshape(-1)[:n]
