"""The jitted scan is called twice, on the lower and on the upper half of the layers. The numbers are right.
Breaks: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes" (and the counts of traces for odd depths).
Class: dispatches
"""
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run_part(graphdef, params, rest, x):
    def step(x, row):
        layer = nnx.merge(graphdef, *row)
        x = layer(x)
        return x, (nnx.state(layer, nnx.Not(nnx.Param)), jnp.abs(x).mean())

    return jax.lax.scan(step, x, (params, rest))


def run_layers(layers, x):
    graphdef, params, rest = nnx.split(layers, nnx.Param, ...)
    depth = jax.tree.leaves((params, rest))[0].shape[0]
    parts = []
    for rows in (slice(0, depth // 2), slice(depth // 2, depth)):
        if rows.start == rows.stop:
            continue
        cut = jax.tree.map(lambda a: a[rows], (params, rest))
        x, part = run_part(graphdef, *cut, x)
        parts.append(part)
    rest, activities = jax.tree.map(lambda *a: jnp.concatenate(a), *parts)
    nnx.update(layers, rest)
    return x, activities
