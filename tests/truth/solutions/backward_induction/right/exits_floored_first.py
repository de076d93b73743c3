"""No exit pays less than -1e30, so that no product is NaN."""

import jax
import jax.numpy as jnp

FLOOR = -1e30


@jax.jit
def best_values(rewards, exits, discounts, last):
    def compose(g, f):
        """Return v -> f(g(v))."""
        return {
            "a": f["a"] + f["b"] * g["a"],
            "b": f["b"] * g["b"],
            "c": jnp.maximum(f["c"], f["a"] + f["b"] * g["c"]),
        }

    steps = {"a": rewards, "b": discounts, "c": jnp.clip(exits, min=FLOOR)}
    out = jax.lax.associative_scan(compose, steps, reverse=True)
    return jnp.maximum(out["c"], out["a"] + out["b"] * last[None, :])
