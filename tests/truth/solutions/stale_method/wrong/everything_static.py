"""A tuple of all numbers is static, the baseline as bytes.
Class: retrace
Why: "JAX traces it **once for each number of rounds**".
"""

import numpy as np

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(1, 2, 3))
def run(signal, baseline, gain, rounds):
    x = gain * (signal - np.frombuffer(baseline, np.float32))
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def read(self, signal):
        return run(signal, np.asarray(self.baseline).tobytes(), self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
