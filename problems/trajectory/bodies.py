"""Steps of some systems. Each takes the state and an input, float32[D] both, and returns the next state."""

import jax.numpy as jnp


def leak(state, drive):
    """Forget a tenth, add the input."""
    return 0.9 * state + drive


def saturate(state, drive):
    """Never leave (-1, 1)."""
    return jnp.tanh(state + drive)


def rotate(state, drive):
    """Push each number on to its neighbour."""
    return jnp.roll(state, 1) * 0.8 + drive


def hold(state, drive):
    """Take the input where it is positive, keep the state where it isn't."""
    return jnp.where(drive > 0, drive, state)
