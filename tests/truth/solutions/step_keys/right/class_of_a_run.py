import jax
import jax.numpy as jnp


class Run:
    def __init__(self, key):
        self.key = key

    def keys_of(self, number):
        return jax.random.split(jax.random.fold_in(self.key, number))

    def __call__(self, state, numbered):
        number, row = numbered
        noise_key, mask_key = self.keys_of(number)
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state


def resume(key, first, state, rows):
    return jax.lax.scan(Run(key), state, (first + jnp.arange(len(rows)), rows))
