import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    T, D = rows.shape
    keys = jax.vmap(lambda i: jax.random.fold_in(key, first + i))(jnp.arange(T))

    def body(state, inputs):
        k, row = inputs
        a, b = jax.random.split(k)
        kept = jax.random.bernoulli(b, 0.75, (D,))
        state = 0.9 * state + jnp.where(kept, row, 0.0) + 0.1 * jax.random.normal(a, (D,))
        return state, state

    return jax.lax.scan(body, state, (keys, rows))
