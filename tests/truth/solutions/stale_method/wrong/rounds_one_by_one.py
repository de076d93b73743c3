"""Each round is a call of a jitted function, and the rest is eager.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def smooth(x):
    return (x + jnp.roll(x, 1)) / 2


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        x = self.gain * (signal - self.baseline)
        for _ in range(self.rounds):
            x = smooth(x)
        return x


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
