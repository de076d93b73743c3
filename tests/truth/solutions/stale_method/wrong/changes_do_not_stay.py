"""The attributes are put back after each reading.
Class: state
Why: "`sensor.gain = 3.0` holds from the next reading on".
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
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
        before = dict(vars(sensor))
        vars(sensor).update(change)
        rows.append(sensor.read(signal))
        vars(sensor).update(before)
    return jnp.stack(rows)
