"""Works off the changes by taking them out of the dicts.

Class: state
Why: After the call the caller's dicts are empty, so that the same call once more misses all changes.
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

    def apply(self, change):
        while change:
            setattr(self, *change.popitem())

    def read(self, signal):
        return reading(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        sensor.apply(change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
