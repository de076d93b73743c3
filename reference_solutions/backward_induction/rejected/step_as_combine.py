import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def step(later, earlier):
        value, *_ = later
        leave, reward, discount = earlier
        best = jnp.maximum(leave, reward + jnp.where(discount > 0, discount * value, 0))
        return best, reward, discount

    exits = exits.at[-1].max(rewards[-1] + discounts[-1] * last)
    return jax.lax.associative_scan(step, (exits, rewards, discounts), reverse=True)[0]
