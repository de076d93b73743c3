"""Setting the rounds makes a new jitted function, so each sensor and each change of rounds is traced again.
Breaks: "JAX traces it **once for each number of rounds**, whichever sensor comes".
Class: retrace
"""
import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    @property
    def rounds(self):
        return self._rounds

    @rounds.setter
    def rounds(self, value):
        self._rounds = value

        @jax.jit
        def compute(signal, baseline, gain):
            x = gain * (signal - baseline)
            for _ in range(value):
                x = (x + jnp.roll(x, 1)) / 2
            return x

        self._compute = compute

    def read(self, signal):
        return self._compute(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
