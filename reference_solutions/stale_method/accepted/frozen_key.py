"""The numbers go by position; a frozen plan, which has a hash, is the static `self`."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Plan:
    rounds: int

    @partial(jax.jit, static_argnums=0)
    def run(self, signal, baseline, gain):
        x = gain * (signal - baseline)
        for _ in range(self.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        return Plan(self.rounds).run(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
