import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    def body(value, step):
        value = jnp.maximum(step["exit"], step["reward"] + step["discount"] * value)
        return value, value

    steps = {"exit": exits, "reward": rewards, "discount": discounts}
    return jax.lax.scan(body, last, steps, reverse=True)[1]
