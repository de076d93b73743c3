"""A single batch needs no loop, and so no compilation either: for T = 1 the step runs eagerly.

Class: half_eager
Why: for T = 1 no jitted function is called at all, though "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes once".
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def take_step(graphdef, params, rest, x, y, rate):
    def loss(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - y).mean(), nnx.state(net, nnx.Not(nnx.Param))

    (value, rest), slopes = jax.value_and_grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p - rate * g, params, slopes), rest, value


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, ys, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def step(carry, batch):
        numbers, others = carry
        params, rest, value = take_step(
            graphdef, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), *batch, rate
        )
        return (jax.tree.leaves(params), jax.tree.leaves(rest)), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), (xs, ys))
    return jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), losses


def train(model, xs, ys, rate):
    parts = nnx.split(model, nnx.Param, ...)
    if xs.shape[0] == 1:
        *states, value = take_step(*parts, xs[0], ys[0], rate)
        losses = value[None]
    else:
        *states, losses = descend(*parts, xs, ys, rate)
    nnx.update(model, *states)
    return losses
