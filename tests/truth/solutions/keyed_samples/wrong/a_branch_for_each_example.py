"""Maps over places in the batch, and a switch holds a branch of its own for each of them.

Class: growth
Why: "its program must not grow with each example": each further example adds a whole branch with all its draws, though the outermost level of the program stays as long as it was.
"""

import functools

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)

    def change(place):
        row = rows[place]
        own = jax.random.fold_in(epoch_key, ids[place])
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    count = rows.shape[0]
    branches = [functools.partial(change, place) for place in range(count)]
    return jax.lax.map(lambda i: jax.lax.switch(i, branches), jnp.arange(count))
