"""The gradients of all places are subtracted one after the other. As a pytree, a layer in two places is two layers, and
each moves statistics of its own.
Class: state
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    # A pytree has a leaf for each place, so each place gets a step of its own, into the one variable.
    def loss_fn(model):
        loss = jnp.square(model(x) - x).mean()
        return loss, nnx.state(model, nnx.BatchStat, graph=True)

    (loss, moved), grads = jax.value_and_grad(loss_fn, has_aux=True, allow_int=True)(model)
    is_variable = lambda node: isinstance(node, nnx.Variable)
    places = jax.tree.leaves(model, is_leaf=is_variable)
    slopes = jax.tree.leaves(grads, is_leaf=is_variable)
    for variable, slope in zip(places, slopes, strict=True):
        if isinstance(variable, nnx.Param):
            variable[...] = variable[...] - rate * slope[...]
    nnx.update(model, moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
