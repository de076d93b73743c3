"""Carries the variables through jax.lax.scan as flat lists of arrays, with the graph as a static argument of jax.jit."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, ys, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def loss(numbers, others, x, y):
        net = nnx.merge(
            graphdef,
            jax.tree.unflatten(params_tree, numbers),
            jax.tree.unflatten(rest_tree, others),
            copy=True,
        )
        value = jnp.square(net(x) - y).mean()
        return value, jax.tree.leaves(nnx.state(net, nnx.Not(nnx.Param)))

    def step(carry, batch):
        numbers, others = carry
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, *batch)
        numbers = [p - rate * g for p, g in zip(numbers, slopes, strict=True)]
        return (numbers, others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), (xs, ys))
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def train(model, xs, ys, rate):
    losses, *states = descend(*nnx.split(model, nnx.Param, ...), xs, ys, rate)
    nnx.update(model, *states)
    return losses
