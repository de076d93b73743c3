import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    def body(carry, _):
        active = carry["left"] > 0
        inner = jnp.where(active, carry["state"], state)
        new = jnp.where(active, step(weights, inner), carry["state"])
        return {"state": new, "left": carry["left"] - 1}, None

    carry, _ = jax.lax.scan(body, {"state": state, "left": count}, length=most)
    return carry["state"]
