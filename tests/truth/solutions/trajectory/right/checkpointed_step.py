import jax
import jax.numpy as jnp
from jax import Array
from typing import Callable


def trajectory(step: Callable[[Array, Array], Array], start: Array, inputs: Array) -> Array:
    """All states, the start included. The step is checkpointed, so a gradient of it would need little memory."""
    cheap = jax.checkpoint(step)

    def body(state: Array, x: Array) -> tuple[Array, Array]:
        return (state := cheap(state, x)), state

    states = jax.lax.scan(body, init=start, xs=inputs)[1]
    return jnp.pad(states, ((1, 0), (0, 0))).at[0].set(start)
