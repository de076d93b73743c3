"""Carries a dict, and keeps one, too."""

import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(carry, xs):
        state = step(carry["state"], xs["drive"])
        return {"state": state}, {"kept": state}

    _, out = jax.lax.scan(body, {"state": start}, {"drive": inputs})
    return jnp.append(start[None], out["kept"], axis=0)
