"""Goes on with the raw data of the key, as `PRNGKey` gives them.
Class: key
Why: "Keys of the old kind (`jax.random.PRNGKey`) are refused".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(jax.random.key_data(key), epoch)

    def one(n, row):
        own = jax.random.fold_in(epoch_key, n)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
