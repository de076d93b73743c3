"""Unrolled by the root.

Class: other
Why: Breaks "Write a program that does not grow with the depth" and "It has as many operations for `2 L` layers as for
`L`": the scan is unrolled by the square root of the depth. The jaxpr shows one body, but the compiled program has 20
copies of the layer for 400 layers, and 3 for 9. One sees it in the lowered text for L = 16 and L = 64. The numbers
are right.
"""

import math

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run_layers(layers, x):
    graphdef, stats, rest = nnx.split(layers, nnx.BatchStat, ...)
    depth = jax.tree.leaves((stats, rest))[0].shape[0]

    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        return x, (jnp.abs(x).mean(), nnx.state(layer, nnx.BatchStat))

    y, (activities, stats) = jax.lax.scan(step, x, (stats, rest), unroll=math.isqrt(depth))
    nnx.update(layers, stats)
    return y, activities
