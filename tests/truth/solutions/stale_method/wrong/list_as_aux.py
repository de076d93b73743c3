"""The auxiliary data is an object that compares by identity.
Class: retrace
Why: "JAX traces it **once for each number of rounds**".
"""

import jax
import jax.numpy as jnp


class Meta:
    def __init__(self, rounds):
        self.rounds = rounds


@jax.tree_util.register_pytree_node_class
class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds

    def tree_flatten(self):
        return (self.baseline, self.gain), Meta(self.rounds)

    @classmethod
    def tree_unflatten(cls, meta, leaves):
        return cls(*leaves, meta.rounds)

    @jax.jit
    def read(self, signal):
        x = self.gain * (signal - self.baseline)
        for _ in range(self.rounds):
            x = (x + jnp.roll(x, 1)) / 2
        return x


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    rows = []
    for signal, change in zip(signals, changes):
        for name, value in change.items():
            setattr(sensor, name, value)
        rows.append(sensor.read(signal))
    return jnp.stack(rows)
