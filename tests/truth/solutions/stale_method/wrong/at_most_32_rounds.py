"""A program that always goes through 32 rounds and leaves out those that weren't asked for.

Class: tame
Why: For more than 32 rounds it smooths only 32 times; a single trace serves all numbers of rounds.
"""

import jax
import jax.numpy as jnp


@jax.jit
def reading(signal, baseline, gain, rounds):
    def step(i, x):
        return jnp.where(i < rounds, (x + jnp.roll(x, 1)) / 2, x)

    return jax.lax.fori_loop(0, 32, step, gain * (signal - baseline))


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def read(self, signal):
        return reading(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
