import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@partial(
    jax.tree_util.register_dataclass,
    data_fields=("baseline", "gain"),
    meta_fields=("rounds",),
)
@dataclasses.dataclass
class Sensor:
    baseline: jax.Array
    gain: float
    rounds: int

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
