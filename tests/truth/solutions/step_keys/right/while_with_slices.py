import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    T = rows.shape[0]

    def go_on(carry):
        return carry[0] < T

    def go(carry):
        i, state, states = carry
        row = jax.lax.dynamic_index_in_dim(rows, i, keepdims=False)
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)
        return i + 1, state, states.at[i].set(state)

    _, state, states = jax.lax.while_loop(go_on, go, (0, state, jnp.zeros_like(rows)))
    return state, states
