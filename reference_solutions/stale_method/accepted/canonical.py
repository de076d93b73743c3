from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def smooth(signal, baseline, gain, rounds):
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
        return smooth(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for i, change in enumerate(changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signals[i]))
    return jnp.stack(readings)
