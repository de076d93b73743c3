"""Smoothing is linear, so signal and baseline are smoothed by themselves and subtracted afterwards.

Class: numbers
Why: where signal and baseline are about 1e6 and their difference about 1, what is left after smoothing has an error of several percent.
"""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def compute(signal, baseline, gain, rounds):
    both = jnp.stack([signal, baseline])
    for _ in range(rounds):
        both = (both + jnp.roll(both, 1, axis=1)) / 2
    smooth, ground = gain * both
    return smooth - ground


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

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
