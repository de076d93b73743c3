"""nnx.jit in place of jax.jit.
Class: structure
Why: "`nnx.jit`, which is for models, doesn't count".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit(static_argnames="rounds")
def run(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        return run(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
