from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Sensor:
    def __init__(self, baseline, gain, rounds=1):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def tree_flatten(self):
        return (self.baseline, self.gain), None

    @classmethod
    def tree_unflatten(cls, _, leaves):
        return cls(*leaves)

    @jax.jit
    def read(self, signal):
        x = self.gain * (signal - self.baseline)
        for _ in range(self.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    readings = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        readings.append(sensor.read(signal))
    return jnp.stack(readings)
