"""An iterator class that calls a function made by jax.jit, and puts the state back after each pass."""

import dataclasses
import itertools
from collections.abc import Iterator

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, x):
    return model(x), nnx.state(model, nnx.RngState)


@dataclasses.dataclass
class Sampler:
    model: nnx.Module
    x: jax.Array

    def __iter__(self) -> Iterator[jax.Array]:
        while True:
            outputs, streams = forward(self.model, self.x)
            nnx.update(self.model, streams)
            yield outputs


def sample_outputs(model, x, samples):
    return jnp.concatenate([out[None] for out in itertools.islice(Sampler(model, x), samples)])
