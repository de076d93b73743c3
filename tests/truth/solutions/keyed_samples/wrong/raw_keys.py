"""Go on with the key's raw numbers, as jax.random.PRNGKey makes them, and split each example's key twice.

Class: key
Why: it breaches "Keys of the old kind are refused" and "Each key is used at most once": what is used twice are bare uint32 arrays, for any input.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    raw = jax.random.key_data(key)  # nobody counts how often numbers are used

    def change(n, row):
        own = jax.random.fold_in(jax.random.fold_in(raw, epoch), n)
        shift = jax.random.randint(jax.random.split(own)[0], (), 0, row.size)
        noise = jax.random.normal(jax.random.split(own)[1], row.shape)
        return jnp.roll(row, shift) + 0.1 * noise

    return jax.vmap(change)(ids, rows)
