"""A `fori_loop` that replaces one row after the other; unsigned ids."""

import jax
import jax.numpy as jnp


@jax.jit
def perturb(key, epoch, ids, rows):
    numbers = ids.astype(jnp.uint32)
    key = jax.random.fold_in(key, epoch)

    def body(i, out):
        a, b = jax.random.split(jax.random.fold_in(key, numbers[i]))
        columns = jnp.arange(rows.shape[1]) - jax.random.randint(a, (), 0, rows.shape[1])
        return out.at[i].set(rows[i, columns] + 0.1 * jax.random.normal(b, rows.shape[1:]))

    return jax.lax.fori_loop(0, len(ids), body, jnp.zeros_like(rows))
