import dataclasses
import functools

import jax


@functools.partial(jax.tree_util.register_dataclass, data_fields=["offset", "gain"], meta_fields=[])
@dataclasses.dataclass(frozen=True)
class Settings:
    offset: object
    gain: object

    def apply(self, readings):
        return (readings - self.offset) * self.gain


@jax.jit
def _run(settings, readings):
    return settings.apply(readings)


def calibrate(readings, offset, gain):
    return _run(Settings(offset=offset, gain=gain), readings)
