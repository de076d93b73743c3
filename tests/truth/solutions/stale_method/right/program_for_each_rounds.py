"""Keeps a jitted program for each number of rounds; the sensor is an immutable dataclass that is replaced."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.lru_cache(maxsize=None)
def program(rounds):
    def step(x, _):
        return (x + jnp.roll(x, 1)) / 2, None

    @jax.jit
    def read(signal, baseline, gain):
        x, _ = jax.lax.scan(step, gain * (signal - baseline), length=rounds)
        return x

    return read


@dataclasses.dataclass(frozen=True, eq=False)
class Sensor:
    baseline: jax.Array
    gain: float
    rounds: int

    def read(self, signal: jax.Array) -> jax.Array:
        return program(self.rounds)(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        match change:
            case dict() if not change:
                pass
            case _:
                sensor = dataclasses.replace(sensor, **change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
