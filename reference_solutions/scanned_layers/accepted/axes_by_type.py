"""`nnx.StateAxes`, functions in place of decorators, and the inputs first."""

import jax.numpy as jnp
from flax import nnx


def apply(x, layer):
    outputs = layer(x)
    return outputs, jnp.abs(outputs).mean()


AXES = nnx.StateAxes({nnx.Param: 0, ...: 0})
run = nnx.jit(nnx.scan(apply, in_axes=(nnx.Carry, AXES), out_axes=(nnx.Carry, 0)))


def run_layers(layers, x):
    y, activities = run(x, layers)
    return y, activities
