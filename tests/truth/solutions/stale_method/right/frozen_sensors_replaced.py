"""Sensors are frozen and replaced by each change; one program counts the rounds in a loop while it runs."""
from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp


@jax.jit
def compute(signal, baseline, gain, rounds):
    def smooth(_, x):
        return (x + jnp.roll(x, 1)) / 2

    return jax.lax.fori_loop(0, rounds, smooth, gain * (signal - baseline))


@dataclass(frozen=True)
class Sensor:
    baseline: jax.Array
    gain: float
    rounds: int

    def read(self, signal):
        return compute(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for i, change in enumerate(changes):
        sensor = replace(sensor, **change)
        readings.append(sensor.read(signals[i]))
    return jnp.stack(readings)
