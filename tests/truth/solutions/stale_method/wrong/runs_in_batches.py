"""Reads all signals between two changes at once.

Class: retrace
Why: JAX traces once for each number of signals between two changes, not only for each number of rounds; T and the changes differ from call to call.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def reading(signals, baseline, gain, rounds):
    x = gain * (signals - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1, axis=1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signals):
        return reading(signals, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    starts = sorted({0} | {i for i, change in enumerate(changes) if change})
    for start, stop in zip(starts, [*starts[1:], len(changes)]):
        for name, value in changes[start].items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signals[start:stop]))
    return jnp.concatenate(readings)
