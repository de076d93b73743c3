"""Rolls all rows by a product with permutation matrices.

Class: numbers
Why: A row with an infinite number becomes NaN everywhere (0 * inf), but "infinite numbers … move like others".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    of_epoch = jax.random.fold_in(key, epoch)

    def draw(n):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        return jax.random.randint(shift_key, (), 0, width), jax.random.normal(noise_key, (width,))

    shifts, noise = jax.vmap(draw)(ids)
    sources = (jnp.arange(width) - shifts[:, None]) % width
    permutations = jax.nn.one_hot(sources, width)
    rolled = jnp.einsum("bij,bj->bi", permutations, rows, precision="highest")
    return rolled + 0.1 * noise
