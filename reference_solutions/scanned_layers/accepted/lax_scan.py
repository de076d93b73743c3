"""`jax.lax.scan` over the rows of a state, which is written back inside of `nnx.jit`."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)

    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        outputs = layer(x)
        return outputs, (jnp.mean(jnp.abs(outputs)), nnx.state(layer, nnx.Not(nnx.Param)))

    y, (activities, rest) = jax.lax.scan(step, x, (params, rest))
    nnx.update(layers, rest)
    return y, activities
