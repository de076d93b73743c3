"""jnp.vectorize with a signature maps a closure that has the epoch's key; the row is rolled by indices."""
import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    key_of_epoch = jax.random.fold_in(key, epoch)

    def one(number, row):
        own = jax.random.fold_in(key_of_epoch, number)
        for_shift, for_noise = jax.random.split(own)
        shift = jax.random.randint(for_shift, (), 0, row.size)
        rolled = row[(jnp.arange(row.size) - shift) % row.size]
        return rolled + 0.1 * jax.random.normal(for_noise, row.shape)

    return jnp.vectorize(one, signature="(),(d)->(d)")(ids, rows)
