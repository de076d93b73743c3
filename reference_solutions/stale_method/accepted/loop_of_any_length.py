"""The number of rounds is an argument as well: a loop whose length the program learns when it runs."""

import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    @staticmethod
    @jax.jit
    def compute(signal, state):
        x = state["gain"] * (signal - state["baseline"])
        return jax.lax.fori_loop(0, state["rounds"], lambda _, x: (x + jnp.roll(x, 1)) / 2, x)

    def read(self, signal):
        return self.compute(signal, vars(self))


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
