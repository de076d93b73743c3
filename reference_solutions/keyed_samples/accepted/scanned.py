"""A scan without a carry: one example after the other; a slice of the doubled row is the rolled one."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    epoch_key = jax.random.fold_in(key, epoch)
    width = rows.shape[1]

    def step(_, example):
        number, row = example
        first, second = jax.random.split(jax.random.fold_in(epoch_key, number))
        start = width - jax.random.randint(first, (), 0, width)
        rolled = jax.lax.dynamic_slice(jnp.concatenate([row, row]), (start,), (width,))
        return None, rolled + 0.1 * jax.random.normal(second, (width,))

    return jax.lax.scan(step, None, (ids, rows))[1]
