"""Rules of some machines. Each takes weights, float32[D, D], and a state, float32[D], and returns the next state."""

import jax.numpy as jnp


def turn(weights, state):
    """Look at the direction of the state alone. A state or weights of zeros have none: NaN."""
    direction = weights @ (state / jnp.sqrt(state @ state))
    return jnp.tanh(direction / jnp.sqrt(jnp.sum(weights * weights)))


def drain(weights, state):
    """Mix the roots of all levels. A level below zero has none: NaN."""
    return 0.5 * state + weights @ jnp.sqrt(state)


def react(weights, state):
    """Mix the logarithms of all amounts. That of zero is infinite."""
    return state + weights @ jnp.log(state)


def fill(weights, state):
    """Mix the roots of the room that is left below 1.25. Above that there is none: NaN."""
    return state + weights @ jnp.sqrt(1.25 - state)
