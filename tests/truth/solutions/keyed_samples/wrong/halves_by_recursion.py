"""The batch is halved until one example is left, and each half is a call of its own.
Class: growth
Why: "its program must not grow with `B`".
"""

import jax
import jax.numpy as jnp


def halve(epoch_key, ids, rows):
    if len(ids) == 1:
        shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, ids[0]))
        shift = jax.random.randint(shift_key, (), 0, rows.size)
        return jnp.roll(rows, shift, axis=1) + 0.1 * jax.random.normal(noise_key, rows.shape[1:])
    middle = len(ids) // 2
    parts = [halve(epoch_key, ids[part], rows[part]) for part in (slice(middle), slice(middle, None))]
    return jnp.concatenate(parts)


def perturb(key, epoch, ids, rows):
    return halve(jax.random.fold_in(key, epoch), ids, rows)
