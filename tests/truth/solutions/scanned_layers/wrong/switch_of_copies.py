"""There is one scan, but in it a switch with a copy of the layer for each row: the copies are hidden, not gone.
Breaks: "Write a program that does not grow with the depth." / "It has as many operations for `2 L` layers as for `L`."
Class: growth
"""
import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    depth = jax.tree.leaves((params, rest))[0].shape[0]

    def copy_of(i):
        def apply(x):
            layer = nnx.merge(graphdef, *jax.tree.map(lambda a: a[i], (params, rest)))
            y = layer(x)
            return y, nnx.state(layer, nnx.Not(nnx.Param))

        return apply

    copies = [copy_of(i) for i in range(depth)]

    def step(x, i):
        y, new = jax.lax.switch(i, copies, x)
        return y, (new, jnp.abs(y).mean())

    y, (rest, activities) = jax.lax.scan(step, x, jnp.arange(depth))
    nnx.update(layers, rest)
    return y, activities
