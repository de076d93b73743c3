"""Applies a change of the gain, or else one of the baseline, and one of the rounds.

Class: state
Why: a dict may name several attributes: of one that names gain and baseline, the baseline is left out.
"""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def compute(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def change(self, change):
        if "gain" in change:
            self.gain = change["gain"]
        elif "baseline" in change:
            self.baseline = change["baseline"]
        if "rounds" in change:
            self.rounds = change["rounds"]

    def read(self, signal):
        return compute(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        sensor.change(change)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
