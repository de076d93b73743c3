import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    steps, rest = divmod(n, size)
    many = jax.vmap(score, in_axes=(0, None))
    done = jnp.zeros((0,), jnp.float32)
    if steps > 0:
        _, out = jax.lax.scan(lambda c, x: (c, many(x, table)), 0, queries[: steps * size].reshape(steps, size, d))
        done = out.reshape(-1)
    if rest == 0:
        return done
    return jnp.concatenate([done, many(queries[steps * size :], table)])
