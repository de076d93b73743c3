"""Draws for all steps at once under vmap, and then fills a buffer of states in a fori_loop."""
import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def draw(number, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0), jax.random.normal(noise_key, row.shape)

    numbers = first + jnp.arange(rows.shape[0], dtype=jnp.int32)
    kept_rows, noises = jax.vmap(draw)(numbers, rows)

    def step(i, carry):
        state, states = carry
        state = 0.9 * state + kept_rows[i] + 0.1 * noises[i]
        return state, states.at[i].set(state)

    return jax.lax.fori_loop(0, rows.shape[0], step, (state, jnp.zeros_like(rows)))
