"""Doesn't run the program where the gain is 0.

Class: half_eager
Why: With a gain of 0 the reading is made by jnp.zeros_like outside of jax.jit, and isn't what the jitted function returns.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def reading(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        if not self.gain:
            return jnp.zeros_like(signal)
        return reading(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
