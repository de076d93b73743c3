"""Returns the rows sorted by their ids.
Class: layout
Why: "Return the changed rows in the order of `ids`".
"""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    order = jnp.argsort(ids)
    base = jax.random.fold_in(key, epoch)

    def step(_, i):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(base, ids[i]))
        shift = jax.random.randint(shift_key, (), 0, rows.shape[1])
        return None, jnp.roll(rows[i], shift) + 0.1 * jax.random.normal(noise_key, rows.shape[1:])

    return jax.lax.scan(step, None, order)[1]
