import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps = len(rewards)

    def body(i, state):
        value, values = state
        t = steps - 1 - i
        value = jnp.maximum(exits[t], rewards[t] + discounts[t] * value)
        return value, values.at[t].set(value)

    return jax.lax.fori_loop(0, steps, body, (last, jnp.zeros_like(rewards)))[1]
