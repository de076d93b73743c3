"""The eager truth of `stale_method`: attributes are read in each reading."""

import jax.numpy as jnp


class Sensor:
    """A baseline, a gain and a number of rounds, which may change."""

    def __init__(self, baseline, gain, rounds):
        """Keep all three as they are."""
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds


def record(baseline, gain, rounds, signals, changes):
    """Return the readings of a sensor whose attributes change."""
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes, strict=True):
        for name, value in change.items():
            setattr(sensor, name, value)
        x = sensor.gain * (signal - sensor.baseline)
        for _ in range(sensor.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        readings.append(x)
    return jnp.stack(readings)
