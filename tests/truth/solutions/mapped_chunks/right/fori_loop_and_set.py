import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    size = min(n, size)
    steps = -(-n // size)
    padded = jnp.pad(queries, [(0, steps * size - n), (0, 0)], mode="edge")

    def body(step, out):
        rows = step * size + jnp.arange(size)
        return out.at[rows].set(jax.vmap(score, (0, None))(padded[rows], table))

    return jax.lax.fori_loop(0, steps, body, jnp.zeros(steps * size))[:n]
