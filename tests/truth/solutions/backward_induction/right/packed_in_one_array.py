"""Three numbers a step, packed along a last axis of one array; a where chooses the factor before it meets minus infinity."""

import jax
import jax.numpy as jnp


def unpack(packed):  # [..., 3] -> three of [...]
    return packed[..., 0], packed[..., 1], packed[..., 2]


def after(later, earlier):
    # A step is value -> max(leave, go + discount * value).
    leave2, go2, discount2 = unpack(later)
    leave1, go1, discount1 = unpack(earlier)
    counts = discount1 > 0
    leave_later = go1 + discount1 * jnp.where(counts, leave2, 0.0)
    leave = jnp.maximum(leave1, leave_later)
    return jnp.stack([leave, go1 + discount1 * go2, discount1 * discount2], axis=-1)


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps = jnp.stack([exits, rewards, discounts], axis=-1)
    leave, go, discount = unpack(jax.lax.associative_scan(after, steps, reverse=True))
    return jnp.maximum(leave, go + discount * last)
