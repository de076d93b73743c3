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
        self._state = {}
        self.baseline, self.gain, self.rounds = baseline, gain, rounds

    def __setattr__(self, name, value):
        if name == "_state":
            object.__setattr__(self, name, value)
        else:
            self._state[name] = value

    def __getattr__(self, name):
        return self._state[name]

    def read(self, signal):
        return run(signal, **self._state)


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
