"""Adds each chunk's scores into the result by multiplying them with a mask of where they belong.

Class: numbers
Why: one infinite score makes inf * 0 = NaN of each other result, where their own scores are finite.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = queries.shape[0]
    size = min(size, n)
    steps = -(-n // size)
    padded = jnp.pad(queries, ((0, steps * size - n), (0, 0)), mode="edge").reshape(steps, size, -1)

    def step(out, chunk):
        i, some = chunk
        scores = jax.vmap(score, in_axes=(0, None))(some, table)
        place = (jnp.arange(steps) == i).astype(jnp.float32)
        return out + place[:, None] * scores[None, :], None

    out, _ = jax.lax.scan(step, jnp.zeros((steps, size), jnp.float32), (jnp.arange(steps), padded))
    return out.reshape(-1)[:n]
