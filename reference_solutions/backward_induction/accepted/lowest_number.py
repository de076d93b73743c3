"""The lowest finite number stands for minus infinity; the parts of a step are in a dict."""

import jax
import jax.numpy as jnp


def around(inner, outer):
    return {
        "leave": jnp.maximum(outer["leave"], outer["reward"] + outer["discount"] * inner["leave"]),
        "reward": outer["reward"] + outer["discount"] * inner["reward"],
        "discount": outer["discount"] * inner["discount"],
    }


@jax.jit
def best_values(rewards, exits, discounts, last):
    leave = jnp.maximum(exits, jnp.finfo(exits.dtype).min)
    steps = {"leave": leave, "reward": rewards, "discount": discounts}
    chain = jax.lax.associative_scan(around, steps, reverse=True)
    return jnp.maximum(chain["leave"], chain["reward"] + chain["discount"] * last)
