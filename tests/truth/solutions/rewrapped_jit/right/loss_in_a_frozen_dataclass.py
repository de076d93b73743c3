"""Keeps the compiled function as a field of a frozen dataclass at module level."""

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
from flax import nnx


def _mean_score(model: nnx.Module, batch: jax.Array) -> jax.Array:
    return model(batch).mean()


@dataclasses.dataclass(frozen=True)
class Metric:
    name: str
    compute: Callable[[nnx.Module, jax.Array], jax.Array]

    def __call__(self, model: nnx.Module, batches: list[jax.Array]) -> jax.Array:
        return jnp.stack([self.compute(model, batch) for batch in batches])


evaluate = Metric("mean score", nnx.jit(_mean_score))
