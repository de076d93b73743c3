"""A shared variable takes the step of the sum once for each place.
Class: numbers
Why: "and it takes one step".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss_fn(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (loss, moved), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    slope_model = nnx.merge(graphdef, grads, rest, copy=True)
    is_variable = lambda node: isinstance(node, nnx.Variable)
    places = jax.tree.leaves(model, is_leaf=is_variable)
    slopes = jax.tree.leaves(slope_model, is_leaf=is_variable)
    for variable, slope in zip(places, slopes, strict=True):
        if isinstance(variable, nnx.Param):
            variable[...] = variable[...] - rate * slope[...]
    nnx.update(model, moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
