from functools import partial

import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    # To jit, `self` is a name for a program. It reads the attributes
    # while it traces, and never again.
    @partial(jax.jit, static_argnums=0)
    def read(self, signal):
        x = self.gain * (signal - self.baseline)
        for _ in range(self.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for i, change in enumerate(changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signals[i]))
    return jnp.stack(readings)
