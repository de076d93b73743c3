"""Changes are noted in a dict of the class, so the next sensor begins with what the last one was changed to.
Breaks: "It makes a `Sensor(baseline, gain, rounds)` and reads signals with it".
Class: state
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
    changed = {}

    def __init__(self, baseline, gain, rounds):
        self.made_with = {"baseline": baseline, "gain": gain, "rounds": rounds}

    def change(self, values):
        self.changed.update(values)

    def read(self, signal):
        return reading(signal, **(self.made_with | self.changed))


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        sensor.change(change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
