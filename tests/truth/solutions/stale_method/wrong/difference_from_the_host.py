"""The host takes the baseline off in NumPy, and the program gets the difference beside gain and a baseline of zeros.

Class: host
Why: "nothing is computed in NumPy": the signal's difference from the baseline comes from there.
"""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="rounds")
def compute(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def __setattr__(self, name, value):
        if name == "baseline":
            value = np.asarray(value)
        super().__setattr__(name, value)

    def read(self, signal):
        above = np.asarray(signal) - self.baseline
        return compute(above, np.zeros_like(above), self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
