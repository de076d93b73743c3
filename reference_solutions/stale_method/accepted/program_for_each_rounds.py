"""A jitted function for each number of rounds, made once by a function with a cache."""

from functools import cache

import jax
import jax.numpy as jnp


@cache
def program(rounds):
    @jax.jit
    def smooth(signal, numbers):
        x = numbers["gain"] * (signal - numbers["baseline"])
        for _ in range(rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x

    return smooth


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        return program(self.rounds)(signal, {"gain": self.gain, "baseline": self.baseline})


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
