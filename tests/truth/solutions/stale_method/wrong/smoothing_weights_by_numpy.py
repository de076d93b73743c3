"""NumPy computes what the rounds do to a unit impulse, and the jitted function only multiplies by that matrix.
Breaks: "All floating-point arithmetic runs in a function made by `jax.jit` [...] nothing is computed in NumPy".
Class: host
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def reading(signal, baseline, gain, weights):
    return jnp.matmul(weights, gain * (signal - baseline), precision="highest")


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        weights = np.eye(len(signal), dtype=np.float32)
        for _ in range(self.rounds):
            weights = (weights + np.roll(weights, 1, axis=0)) / 2
        return reading(signal, self.baseline, self.gain, jnp.asarray(weights))


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
