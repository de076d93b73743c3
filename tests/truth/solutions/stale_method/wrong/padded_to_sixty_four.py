"""Padded to sixty four.

Class: flops
Why: Breaks "JAX traces it **once for each number of rounds**": the loop over signals is compiled as a whole, and they
are filled up to 64 to hide that it is traced for each number of signals. Seen with a call of T = 3 and one of T = 65:
the second is traced again.
"""
import jax
import jax.numpy as jnp
import numpy as np

SIZE = 64


@jax.jit
def read_all(signals, baselines, gains, rounds):
    def read(signal, baseline, gain, rounds):
        x = gain * (signal - baseline)
        return jax.lax.fori_loop(0, rounds, lambda _, x: (x + jnp.roll(x, 1)) / 2, x)

    return jax.lax.map(lambda row: read(*row), (signals, baselines, gains, rounds))


class Sensor:
    def __init__(self, baseline, gain, rounds):
        self.baseline, self.gain, self.rounds = baseline, gain, rounds


def record(baseline, gain, rounds, signals, changes):
    sensor = Sensor(baseline, gain, rounds)
    states = []
    for change in changes:
        for name, value in change.items():
            setattr(sensor, name, value)
        states.append((sensor.baseline, sensor.gain, sensor.rounds))
    count = len(states)
    states += states[-1:] * (-count % SIZE)
    baselines, gains, rounds = zip(*states)
    filled = jnp.pad(signals, ((0, len(states) - count), (0, 0)))
    readings = read_all(filled, jnp.stack(baselines), np.array(gains, np.float32), np.array(rounds, np.int32))
    return readings[:count]
