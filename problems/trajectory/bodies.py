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


def damped(step):
    """Return a step that goes half as far. All steps that this returns have the same name."""

    def half(state, drive):
        return state + 0.5 * (step(state, drive) - state)

    return half


@damped
def sink(state, drive):
    """Go towards zero, add the input."""
    return 0.2 * state + drive


@damped
def swing(state, drive):
    """Go beyond zero, add the input."""
    return drive - 0.9 * state
