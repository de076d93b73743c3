"""`fori_loop` with the rows as a part of the carry."""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(t, carry):
        total, rows = carry
        total = decay * total + jax.lax.convert_element_type(xs[t], jnp.float32)
        return total, rows.at[t].set(total.astype(rows.dtype))

    start = jnp.zeros(xs.shape[1], jnp.float32), jnp.zeros_like(xs)
    return jax.lax.fori_loop(0, xs.shape[0], body, start)
