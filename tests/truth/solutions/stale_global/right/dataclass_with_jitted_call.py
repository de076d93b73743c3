"""A registered dataclass whose jitted __call__ gets it as a pytree."""

import dataclasses
import functools
import operator

import jax


@functools.partial(jax.tree_util.register_dataclass, data_fields=["offset", "gain"], meta_fields=[])
@dataclasses.dataclass(frozen=True)
class Calibration:
    offset: jax.Array
    gain: float

    @jax.jit
    def __call__(self, readings):
        return operator.mul(operator.sub(readings, self.offset), self.gain)


def calibrate(readings, offset, gain):
    return Calibration(offset, gain)(readings)
