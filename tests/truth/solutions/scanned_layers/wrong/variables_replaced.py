"""The new statistics come in new variables, which take the place of the old ones in the module.
Breaks: "After your call `layers` holds the new statistics of all layers, each in its row, in the *same* variables."
Class: state
"""
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def compiled(graphdef, params, rest, x):
    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        return x, (nnx.state(layer, nnx.Not(nnx.Param)), jnp.abs(x).mean())

    return jax.lax.scan(step, x, (params, rest))


def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    y, (rest, activities) = compiled(graphdef, params, rest, x)
    new = nnx.merge(graphdef, params, rest)
    for name, value in list(vars(new).items()):
        if not name.startswith("_"):
            setattr(layers, name, value)
    return y, activities
