"""Wrong: rows are rolled by the product with a permutation matrix, so that one infinite number makes NaNs of its whole row.
Breaks: "row = jnp.roll(row, shift) + ...", for rows with an infinity.
Class: numbers
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    run = jax.random.fold_in(key, epoch)

    def change(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(run, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        places = (jnp.arange(row.size) + shift) % row.size
        moves = jax.nn.one_hot(places, row.size, dtype=row.dtype)
        rolled = jnp.matmul(row, moves, precision="highest")
        return rolled + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(change)(ids, rows)
