"""Composes two pure stages with `reduce` when the module is loaded, and compiles the composition once."""

import functools

import jax


def subtract_offset(state):
    readings, offset, gain = state
    return readings - offset, offset, gain


def multiply_gain(state):
    readings, offset, gain = state
    return readings * gain, offset, gain


STAGES = (subtract_offset, multiply_gain)


def _pipeline(state):
    return functools.reduce(lambda value, stage: stage(value), STAGES, state)[0]


pipeline = jax.jit(_pipeline)


def calibrate(readings, offset, gain):
    return pipeline((readings, offset, gain))
