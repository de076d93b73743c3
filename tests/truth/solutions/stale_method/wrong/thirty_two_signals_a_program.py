"""Reads all signals in one program, which is padded to a multiple of 32 signals so that T doesn't matter.

Class: retrace
Why: T has no largest number: a call with 33 signals or more traces the program again, though sensor and rounds are known.
"""
import jax
import jax.numpy as jnp

BLOCK = 32


@jax.jit
def read_all(signals, baselines, gains, rounds):
    def smooth(_, x):
        return (x + jnp.roll(x, 1)) / 2

    def read(_, now):
        signal, baseline, gain, count = now
        return None, jax.lax.fori_loop(0, count, smooth, gain * (signal - baseline))

    return jax.lax.scan(read, None, (signals, baselines, gains, rounds))[1]


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    settings = []
    for change in changes:
        for name, value in change.items():
            setattr(sensor, name, value)
        settings.append((sensor.baseline, sensor.gain, sensor.rounds))
    rest = -len(settings) % BLOCK
    settings += settings[-1:] * rest
    baselines, gains, counts = zip(*settings)
    padded = jnp.pad(signals, ((0, rest), (0, 0)))
    readings = read_all(
        padded, jnp.stack(baselines), jnp.array(gains, jnp.float32), jnp.array(counts, jnp.int32)
    )
    return readings[: len(changes)]
