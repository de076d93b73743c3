"""A `while_loop`.
Class: other
Why: "The number of steps must be known while JAX traces".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    steps = -(-n // size)
    chunks = jnp.pad(queries, ((0, steps * size - n), (0, 0)), mode="edge").reshape(steps, size, d)

    def step(state):
        i, out = state
        return i + 1, out.at[i].set(jax.vmap(score, (0, None))(chunks[i], table))

    _, out = jax.lax.while_loop(lambda state: state[0] < steps, step, (0, jnp.zeros((steps, size))))
    return out.reshape(-1)[:n]
