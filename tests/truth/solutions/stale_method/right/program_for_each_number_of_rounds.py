"""functools.cache keeps a jitted closure for each number of rounds; the sensor is a generator that is sent signals and changes."""
import functools

import jax
import jax.numpy as jnp


@functools.cache
def program(rounds):
    @jax.jit
    def read(signal, baseline, gain):
        smooth = lambda x, _: (x + jnp.roll(x, 1)) / 2
        return functools.reduce(smooth, range(rounds), gain * (signal - baseline))

    return read


class Sensor:
    __slots__ = ("baseline", "gain", "rounds")

    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def readings(self, signals, changes):
        for signal, change in zip(signals, changes, strict=True):
            for name in change:
                match name:
                    case "baseline":
                        self.baseline = change[name]
                    case "gain":
                        self.gain = change[name]
                    case "rounds":
                        self.rounds = change[name]
            yield program(self.rounds)(signal, self.baseline, self.gain)


def record(baseline, gain, rounds, signals, changes):
    return jnp.stack([*Sensor(baseline, gain, rounds).readings(signals, changes)])
