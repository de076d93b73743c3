"""Pack the ids as a first column into the rows, so that one array is mapped.

Class: dtype
Why: float32 rounds ids beyond 2**24, so that the id 16777217 gets the shift and the noise of 16777216.
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    of_epoch = jax.random.fold_in(key, epoch)

    def change(line):
        n, row = line[0].astype(jnp.int32), line[1:]
        shift_key, noise_key = jax.random.split(jax.random.fold_in(of_epoch, n))
        shift = jax.random.randint(shift_key, (), 0, row.size)
        return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)

    packed = jnp.concatenate([ids[:, None].astype(rows.dtype), rows], axis=1)
    return jax.lax.map(change, packed)
