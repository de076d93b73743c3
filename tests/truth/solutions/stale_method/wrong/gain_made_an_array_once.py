"""Makes the gain an array when the sensor is made, and passes it to a thin method's function.

Class: retrace
Why: A gain that is set later is a Python float, a weak type and so another program: the first call with a changed gain traces twice.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rounds")
def reading(signal, baseline, gain, rounds):
    x = gain * (signal - baseline)
    for _ in range(rounds):
        x = (x + jnp.roll(x, 1)) / 2
    return x


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = jnp.asarray(baseline, jnp.float32)
        self.gain = jnp.asarray(gain, jnp.float32)
        self.rounds = int(rounds)

    def read(self, signal):
        return reading(signal, self.baseline, self.gain, self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
