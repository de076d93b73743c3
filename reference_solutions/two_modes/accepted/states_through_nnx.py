"""`nnx.value_and_grad` of a state in place of a model: it differentiates all of it, in both modes."""

import jax
import jax.numpy as jnp
from flax import nnx


def loss(params, rest, graphdef, x):
    model = nnx.merge(graphdef, params, rest, copy=True)
    return jnp.square(model(x) - x).mean(), nnx.state(model, nnx.BatchStat, graph=True)


slope = nnx.value_and_grad(loss, has_aux=True, graph=True, graph_updates=False)


@nnx.jit(graph=True, graph_updates=False)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, nnx.BatchStat, graph=True)
    (value, rest), grads = slope(params, rest, graphdef, x)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    nnx.update(model, rest)
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, xs[i], rate) for i in range(xs.shape[0])])
