"""The rate is always a Python float, and so always weak; the average is always an array."""

import jax
import jax.numpy as jnp


@jax.jit
def step(state):
    return state["average"] + state["rate"] * (state["reading"] - state["average"])


def blend(average, reading, rate):
    average = jnp.zeros_like(reading) + average
    return step({"average": average, "reading": reading, "rate": float(rate)})
