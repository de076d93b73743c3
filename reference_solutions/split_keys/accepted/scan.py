import jax
import jax.numpy as jnp


@jax.jit
def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def step(carry, inputs):
        row_key, row = inputs
        pair = jax.random.split(row_key)
        flipped = jnp.where(jax.random.bernoulli(pair[0]), row[::-1], row)
        return carry, flipped + 0.1 * jax.random.normal(pair[1], row.shape, row.dtype)

    _, rows = jax.lax.scan(step, None, (keys[1:], x))
    return keys[0], rows
