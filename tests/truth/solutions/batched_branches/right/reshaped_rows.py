import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    e, d, _ = weights.shape
    flat = weights.reshape(e, d * d)
    rows = jnp.take(flat, jnp.clip(kinds, 0, e - 1), axis=0)
    on = jnp.tile(running[:, None], (1, d))
    safe = jnp.where(on, states, 1.0)
    moved = jax.vmap(lambda row, state: rule(row.reshape(d, d), state))(rows, safe)
    return jnp.where(on, moved, states)
