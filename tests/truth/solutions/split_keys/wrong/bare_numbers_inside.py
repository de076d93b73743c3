"""Takes the numbers out of the key, works with keys of the old kind, and wraps the one that is returned.

Class: key
Why: "Keys of the old kind (jax.random.PRNGKey) are refused": all splits and draws are from bare uint32 arrays.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    numbers = jax.random.split(jax.random.key_data(key), x.shape[0] + 1)
    pairs = jax.vmap(jax.random.split)(numbers[1:])

    def one(pair, row):
        flip = jax.random.bernoulli(pair[0])
        noise = jax.random.normal(pair[1], row.shape, row.dtype)
        return jnp.where(flip, row[::-1], row) + 0.1 * noise

    return jax.random.wrap_key_data(numbers[0]), jax.vmap(one)(pairs, x)
