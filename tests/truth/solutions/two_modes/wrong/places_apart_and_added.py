"""Differentiates the model as a pytree, and subtracts the gradient of each place from the shared variable.

Class: state
Why: for a model with one layer in two places the layer's statistics come apart as well: each copy is changed once from the start, and the second change overwrites the first one.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_variable(node):
    return isinstance(node, nnx.Variable)


def list_places(model):
    return [leaf for leaf in jax.tree.leaves(model, is_leaf=is_variable) if is_variable(leaf)]


def loss(model, x):
    return jnp.square(model(x) - x).mean(), model


@nnx.compat.jit
def step(model, x, rate):
    (value, changed), grads = jax.value_and_grad(loss, has_aux=True, allow_int=True)(model, x)
    places = zip(list_places(model), list_places(changed), list_places(grads), strict=True)
    for variable, new, grad in places:
        if isinstance(variable, nnx.Param):
            variable[...] = variable[...] - rate * grad[...]
        else:
            variable[...] = new[...]
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
