"""The program gets the baseline's memory, and gives the baseline back with the reading.

Class: memory
Why: "Your function must not change what it is given": the first baseline is copied, but one that comes in a change is deleted by the next reading.
"""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds", donate_argnames="baseline")
def compute(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x, baseline


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = jnp.copy(baseline)
        self.gain, self.rounds = gain, rounds

    def read(self, signal):
        reading, self.baseline = compute(signal, self.baseline, self.gain, self.rounds)
        return reading


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
