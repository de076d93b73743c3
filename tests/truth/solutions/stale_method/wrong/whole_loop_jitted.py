"""All signals in one program, with their changes as static data.
Class: retrace
Why: "JAX traces it **once for each number of rounds**".
"""

import jax
import jax.numpy as jnp


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline = baseline
        self.gain = gain
        self.rounds = rounds


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)

    @jax.jit
    def run(signals):
        rows = []
        for signal, change in zip(signals, changes):
            vars(sensor).update(change)
            x = sensor.gain * (signal - sensor.baseline)
            for _ in range(sensor.rounds):
                x = (x + jnp.roll(x, 1)) / 2
            rows.append(x)
        return jnp.stack(rows)

    return run(signals)
