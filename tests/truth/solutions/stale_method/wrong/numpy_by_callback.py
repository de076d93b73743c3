"""The host reads.
Class: host
Why: "Host callbacks … are not allowed".
"""

import numpy as np

import jax
import jax.numpy as jnp


@jax.jit
def run(signal, baseline, gain, rounds):
    def host(signal, baseline, gain, rounds):
        x = np.float32(gain) * (np.asarray(signal) - np.asarray(baseline))
        for _ in range(int(rounds)):
            x = (x + np.roll(x, 1)) / 2
        return x.astype(np.float32)

    return jax.pure_callback(host, jax.ShapeDtypeStruct(signal.shape, signal.dtype), signal, baseline, gain, rounds)


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
