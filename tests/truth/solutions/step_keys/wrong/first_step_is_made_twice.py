"""Makes the first step before the loop, to set up the buffer, and once more in the loop.

Class: key
Why: The key of step `first` is split twice and both halves are drawn from twice, against "Each key is used at most once".
"""
import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(state, i):
        row = rows[i]
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        return 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise

    begin = step(state, 0)  # so that we know shape and dtype
    states = jnp.broadcast_to(begin, (rows.shape[0], *begin.shape))

    def body(i, carry):
        state, states = carry
        state = step(state, i)
        return state, states.at[i].set(state)

    return jax.lax.fori_loop(0, rows.shape[0], body, (state, states))
