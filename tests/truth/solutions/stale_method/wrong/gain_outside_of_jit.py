"""Subtracts the baseline and multiplies by the gain eagerly, and only smooths in the jitted function.

Class: half_eager
Why: The difference and the product run outside of jit in each call, against "All floating-point arithmetic runs in a function made by `jax.jit`".
"""
from functools import partial

import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    @staticmethod
    @partial(jax.jit, static_argnames="rounds")
    def smooth(x, rounds):
        for _ in range(rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x

    def read(self, signal):
        return self.smooth(self.gain * (signal - self.baseline), rounds=self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
