"""Policy iteration: values what is chosen by a scan, chooses again, six times. Ordinary games settle after three or four.

Class: numbers
Why: one late exit of 100 behind exits of 0 and rewards of -1 (discounts 1) is found one step earlier in each round, so steps ten or more before it are worth 0 instead of 90 and less.
"""
import jax
import jax.numpy as jnp


def combine(later, earlier):
    (r2, d2), (r1, d1) = later, earlier
    return r1 + d1 * r2, d1 * d2


@jax.jit
def best_values(rewards, exits, discounts, last):
    leave = jnp.zeros(rewards.shape, bool)
    for _ in range(6):
        pays = jnp.where(leave, exits, rewards)
        keeps = jnp.where(leave, 0.0, discounts)
        r, d = jax.lax.associative_scan(combine, (pays, keeps), reverse=True)
        values = r + d * last
        after = jnp.concatenate([values[1:], last[None]])
        leave = exits > rewards + discounts * after
    return jnp.maximum(exits, rewards + discounts * after)
