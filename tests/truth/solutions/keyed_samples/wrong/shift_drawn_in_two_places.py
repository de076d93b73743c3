"""The shift is drawn by a helper that is called for each of the two parts of the row, so its key is used twice.
Breaks: "Each key is used at most once."
Class: key
"""
import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    base = jax.random.fold_in(key, epoch)

    def one(n, row):
        shift_key, noise_key = jax.random.split(jax.random.fold_in(base, n))

        def shift():
            return jax.random.randint(shift_key, (), 0, row.size)

        places = jnp.arange(row.size)
        begin = row[(places + row.size - shift()) % row.size]
        end = row[(places - shift()) % row.size]
        rolled = jnp.where(places < row.size // 2, begin, end)
        return rolled + 0.1 * jax.random.normal(noise_key, row.shape)

    return jax.vmap(one)(ids, rows)
