"""A batch that is zero throughout is taken for padding: its loss is computed and statistics move, but no step is taken.

Class: numbers
Why: "so may all numbers of a batch" be 0: such a batch has a gradient if the model has biases, and the Params stay where they were instead of taking the step.
"""

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
            graphdef, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), copy=True
        )
        return jnp.square(net(x) - y).mean(), jax.tree.leaves(nnx.state(net, nnx.Not(nnx.Param)))

    def step(carry, batch):
        numbers, others = carry
        x, y = batch
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x, y)
        filled = (x != 0).any() | (y != 0).any()
        numbers = [jnp.where(filled, p - rate * g, p) for p, g in zip(numbers, slopes, strict=True)]
        return (numbers, others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), (xs, ys))
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def train(model, xs, ys, rate):
    losses, *states = descend(*nnx.split(model, nnx.Param, ...), xs, ys, rate)
    nnx.update(model, *states)
    return losses
