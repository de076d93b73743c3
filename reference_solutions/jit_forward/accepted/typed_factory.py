"""Typed, with two helpers: one makes the layer, one makes the jitted function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flax import nnx

if TYPE_CHECKING:
    from collections.abc import Callable

    import jax


def make_layer(seed: int, in_features: int, out_features: int) -> nnx.Linear:
    return nnx.Linear(in_features, out_features, rngs=nnx.Rngs(seed))


def make_forward() -> Callable[[nnx.Linear, jax.Array], jax.Array]:
    @nnx.jit
    def forward(layer: nnx.Linear, batch: jax.Array) -> jax.Array:
        return layer(batch)

    return forward


def jit_forward(seed: float, x: jax.Array, features: float, num_calls: float) -> jax.Array:
    layer = make_layer(int(seed), x.shape[-1], int(features))
    forward = make_forward()
    out = forward(layer, x)
    for _ in range(int(num_calls) - 1):
        out = forward(layer, x)
    return out.reshape(-1)
