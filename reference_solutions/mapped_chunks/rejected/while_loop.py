import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = len(queries)
    size = min(size, n)

    def step(state):
        start, out = state
        begin = jnp.minimum(start, n - size)
        chunk = jax.lax.dynamic_slice_in_dim(queries, begin, size)
        scores = jax.vmap(score, in_axes=(0, None))(chunk, table)
        return start + size, jax.lax.dynamic_update_slice_in_dim(out, scores, begin, 0)

    return jax.lax.while_loop(lambda state: state[0] < n, step, (0, jnp.zeros(n)))[1]
