from typing import NamedTuple

import jax
import jax.numpy as jnp


class Inputs(NamedTuple):
    average: jax.Array
    reading: jax.Array
    rate: jax.Array

    @classmethod
    def settle(cls, average, reading, rate):
        strong = [jnp.asarray(part).astype(jnp.float32) for part in (average, reading, rate)]
        if strong[0].ndim == 0:
            strong[0] = jnp.repeat(strong[0], reading.shape[0])
        return cls(*strong)

    @jax.jit
    def blended(self):
        return self.average + self.rate * (self.reading - self.average)


def blend(average, reading, rate):
    return Inputs.settle(average, reading, rate).blended()
