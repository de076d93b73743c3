"""The number of rounds is read from the first sensor.
Class: numbers
Why: "for _ in range(sensor.rounds)".
"""

import jax
import jax.numpy as jnp


ROUNDS = []


@jax.jit
def run(signal, baseline, gain):
    x = gain * (signal - baseline)
    for _ in range(ROUNDS[0]):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds
        ROUNDS.append(rounds)

    def read(self, signal):
        return run(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
