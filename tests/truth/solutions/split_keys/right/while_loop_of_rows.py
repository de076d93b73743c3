import jax
import jax.numpy as jnp


def augment(key: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    n, d = x.shape
    keys = jax.random.split(key, n + 1)

    def unfinished(carry):
        return carry["i"] < n

    def next_row(carry):
        i = carry["i"]
        flip_key, noise_key = jax.random.split(keys[i + 1])
        row = jnp.where(jax.random.bernoulli(flip_key), x[i, ::-1], x[i])
        row = row + 0.1 * jax.random.normal(noise_key, (d,), x.dtype)
        return {"i": i + 1, "rows": carry["rows"].at[i].set(row)}

    done = jax.lax.while_loop(unfinished, next_row, {"i": 0, "rows": jnp.empty_like(x)})
    return keys[0], done["rows"]
