"""Roll each row by a product with a permutation matrix, which accelerators like.

Class: numbers
Why: in a row that holds an infinite number, infinity times zero makes all numbers NaN, instead of only moving.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    of_epoch = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, width)
        sources = (jnp.arange(width) - shift) % width
        permutation = jax.nn.one_hot(sources, width, dtype=row.dtype)
        rolled = jnp.matmul(permutation, row, precision="highest")
        return rolled + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
