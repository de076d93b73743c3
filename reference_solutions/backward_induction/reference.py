"""The truth of `backward_induction`, step by step."""

import jax
import jax.numpy as jnp


def best_values(rewards, exits, discounts, last):
    """Return the value at each step."""

    def body(value, step):
        reward, leave, discount = step
        value = jnp.maximum(leave, reward + discount * value)
        return value, value

    return jax.lax.scan(body, last, (rewards, exits, discounts), reverse=True)[1]
