import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    n = len(rewards)
    start, leave = jnp.arange(n)[:, None, None], jnp.arange(n + 1)[None, :, None]
    before = jnp.concatenate([jnp.ones_like(last)[None], discounts])[None]
    # weights[t, u] is the product of the discounts from t on, up to u
    weights = jnp.cumprod(jnp.where(leave > start, before, 1.0), axis=1)
    paid = jnp.where(leave[:, :n] >= start, weights[:, :n] * rewards, 0.0)
    sums = jnp.cumsum(jnp.pad(paid, ((0, 0), (1, 0), (0, 0))), axis=1)
    ways = jnp.concatenate([exits, last[None]])[None]
    totals = sums + jnp.where(weights > 0, weights * ways, 0.0)
    return jnp.where(leave >= start, totals, -jnp.inf).max(axis=1)
