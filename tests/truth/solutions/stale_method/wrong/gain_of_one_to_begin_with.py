"""A sensor that is made without a gain has a gain of one.

Class: defaults
Why: the gain may be 0, also in the beginning: a sensor made with gain 0.0 reads with gain 1 until its gain is set.
"""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def compute(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain=None, rounds=0):
        self.baseline = baseline
        self.gain = gain or 1.0
        self.rounds = rounds

    def read(self, signal):
        return compute(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
