"""The keys are folded by a callback.
Class: host
Why: "call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def one(state, x):
        number, row = x
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        new = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return new, new

    numbers = jax.pure_callback(
        lambda f: f + jnp.arange(len(rows), dtype=jnp.int32), jax.ShapeDtypeStruct((len(rows),), jnp.int32), first
    )
    return jax.lax.scan(one, state, (numbers, rows))
