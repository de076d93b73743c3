"""Takes the model as a plain pytree, which has a leaf for each place, and differentiates those of the Params.

Class: numbers
Why: For a model with a kernel or a layer in two places each place gets its own part of the gradient and its own step, so the places come apart and the last one is written back.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def is_variable(node):
    return isinstance(node, nnx.Variable)


def choose(trained, params, others):
    waiting = iter(params)
    return [next(waiting) if mine else other for mine, other in zip(trained, others, strict=True)]


@functools.partial(jax.jit, static_argnums=(0, 1))
def step(treedef, trained, leaves, x, rate):
    def loss(params):
        copy = jax.tree.unflatten(treedef, choose(trained, params, leaves))
        value = jnp.square(copy(x) - x).mean()
        return value, jax.tree.leaves(copy)

    params = [leaf for mine, leaf in zip(trained, leaves, strict=True) if mine]
    (value, after), grads = jax.value_and_grad(loss, has_aux=True)(params)
    moved = [p - rate * g for p, g in zip(params, grads, strict=True)]
    return value, choose(trained, moved, after)


def fit(model, xs, rate):
    variables = jax.tree.leaves(model, is_leaf=is_variable)
    trained = tuple(isinstance(variable, nnx.Param) for variable in variables)
    leaves, treedef = jax.tree.flatten(model)
    losses = []
    for x in xs:
        value, leaves = step(treedef, trained, leaves, x, rate)
        losses.append(value)
    for variable, leaf in zip(variables, leaves, strict=True):
        if is_variable(variable):
            variable[...] = leaf
    return jnp.stack(losses)
