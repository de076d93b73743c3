"""Multiplies by a matrix that stands for all rounds of smoothing; one program serves all numbers of rounds.

Class: host
Why: Sham: for every number of rounds the smoothing is computed in NumPy, as a power of a matrix, outside of jax.jit.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.cache
def smoothing(n, rounds):
    one = np.eye(n)
    once = (one + np.roll(one, 1, axis=0)) / 2
    return np.linalg.matrix_power(once, rounds).astype(np.float32)


@jax.jit
def reading(signal, baseline, gain, matrix):
    return matrix @ (gain * (signal - baseline))


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        return reading(signal, self.baseline, self.gain, smoothing(signal.size, self.rounds))


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
