"""Keeps the program of the latest number of rounds, by a cache of one.

Class: retrace
Why: "once for each number of rounds": one round more and back again traces the first number of rounds a second time.
"""
from functools import lru_cache

import jax
import jax.numpy as jnp


@lru_cache(maxsize=1)
def program(rounds):
    def read(signal, baseline, gain):
        x = gain * (signal - baseline)
        for _ in range(rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x

    return jax.jit(read)


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        return program(self.rounds)(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        vars(sensor).update(change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
