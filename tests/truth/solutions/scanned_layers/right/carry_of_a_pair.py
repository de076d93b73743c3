"""The carry is a dict with the inputs and a counter."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    @nnx.scan(in_axes=(0, nnx.Carry), out_axes=(nnx.Carry, 0))
    def step(layer, carry):
        y = layer(carry["x"])
        return {"x": y, "layer": carry["layer"] + 1}, jnp.abs(y).mean()

    carry, activities = step(layers, {"x": x, "layer": jnp.int32(0)})
    return carry["x"], activities
