"""Tells what is trained by the dtype: all floating-point variables take the step.

Class: state
Why: a floating-point `nnx.BatchStat` that the outputs depend on, such as a running mean which is subtracted, takes a step along its gradient as well.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def is_float(path, variable):
    return jnp.issubdtype(variable[...].dtype, jnp.floating)


@functools.partial(jax.jit, static_argnums=(0, 1))
def step(graphdef, treedef, leaves, x, rate):
    floats, others = treedef.unflatten(leaves)

    def loss(floats):
        model = nnx.merge(graphdef, floats, others, copy=True)
        value = jnp.square(model(x) - x).mean()
        return value, nnx.split(model, is_float, ..., graph=True)[1:]

    (value, (floats, others)), grads = jax.value_and_grad(loss, has_aux=True)(floats)
    moved = [p - rate * g for p, g in zip(jax.tree.leaves(floats), jax.tree.leaves(grads))]
    return value, moved + jax.tree.leaves(others)


def fit(model, xs, rate):
    graphdef, *states = nnx.split(model, is_float, ..., graph=True)
    leaves, treedef = jax.tree.flatten(tuple(states))
    losses = []
    for x in xs:
        loss, leaves = step(graphdef, treedef, leaves, x, rate)
        losses.append(loss)
    for state in treedef.unflatten(leaves):
        nnx.update(model, state)
    return jnp.stack(losses)
