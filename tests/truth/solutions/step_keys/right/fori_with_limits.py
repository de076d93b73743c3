import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def body(i, both):
        state, out = both
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        kept = jax.random.bernoulli(mask_key, 0.75, state.shape)
        noise = jax.random.normal(noise_key, state.shape)
        state = 0.9 * state + jnp.where(kept, rows[i], 0) + 0.1 * noise
        return state, jax.lax.dynamic_update_index_in_dim(out, state, i, 0)

    return jax.lax.fori_loop(0, rows.shape[0], body, (state, jnp.empty_like(rows)))
