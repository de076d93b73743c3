"""Slots for 256.

Class: flops
Why: Breaks "`rounds` | a Python `int` from 0 to 300": one program with 256 slots serves all, and rounds beyond that
are left out. Seen with rounds = 300, N = 64 and a signal that has a single 1: the bump should have moved on by 150,
and has by 128 (few numbers hide it: there all is the mean by then).
"""
import jax
import jax.numpy as jnp


@jax.jit
def read(signal, baseline, gain, rounds):
    def slot(x, k):
        return jnp.where(k < rounds, (x + jnp.roll(x, 1)) / 2, x), None

    return jax.lax.scan(slot, gain * (signal - baseline), jnp.arange(256))[0]


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.__dict__.update(baseline=baseline, gain=gain, rounds=rounds)

    def read(self, signal):
        return read(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        sensor.__dict__.update(change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
