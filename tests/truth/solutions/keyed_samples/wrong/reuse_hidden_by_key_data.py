"""Wrong: each example's key is split twice and the shift drawn twice; copies made from the key's bits hide that from whoever follows the keys.
Breaks: "Each key is used at most once."
Class: key
"""

import jax
import jax.numpy as jnp


def copy(key):
    return jax.random.wrap_key_data(jax.random.key_data(key) ^ 0)


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]

    def own(n):
        return jax.random.fold_in(jax.random.fold_in(key, epoch), n)

    def shift(own):
        return jax.random.randint(jax.random.split(own)[0], (), 0, width)

    def change(n, row):
        mine = own(n)
        left = jax.lax.dynamic_slice_in_dim(jnp.tile(row, 2), width - shift(copy(mine)), width)
        moved = jnp.arange(width) < shift(copy(mine))
        rolled = jnp.where(moved, left, jnp.roll(row, shift(copy(mine))))
        return rolled + 0.1 * jax.random.normal(jax.random.split(copy(mine))[1], (width,))

    return jax.vmap(change)(ids, rows)
