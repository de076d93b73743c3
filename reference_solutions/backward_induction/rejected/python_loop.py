import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    value, values = last, []
    for t in reversed(range(len(rewards))):
        value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)
        values.append(value)
    return jnp.stack(values[::-1])
