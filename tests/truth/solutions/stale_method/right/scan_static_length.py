from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("rounds",))
def run(signal, numbers, *, rounds):
    baseline, gain = numbers
    x = (signal - baseline) * gain
    return jax.lax.scan(lambda x, _: ((x + jnp.roll(x, 1)) / 2, None), x, length=rounds)[0]


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    @property
    def numbers(self):
        return self.baseline, self.gain

    def read(self, signal):
        return run(signal, self.numbers, rounds=self.rounds)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
