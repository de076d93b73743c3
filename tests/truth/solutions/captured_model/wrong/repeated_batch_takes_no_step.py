"""A batch that equals the one before it is taken for a hiccup of the loader: its loss is computed, but the Params stay.

Class: numbers
Why: "two batches may be equal": if batch 2 equals batch 1, the second step isn't taken, and later losses and the Params in the end are wrong.
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
        numbers, others, last_x, last_y = carry
        x, y = batch
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x, y)
        repeated = (x == last_x).all() & (y == last_y).all()
        numbers = [jnp.where(repeated, p, p - rate * g) for p, g in zip(numbers, slopes, strict=True)]
        return (numbers, others, x, y), value

    nothing = jnp.full(xs.shape[1:], jnp.nan, xs.dtype), jnp.full(ys.shape[1:], jnp.nan, ys.dtype)
    (numbers, others, _, _), losses = jax.lax.scan(step, (first_params, first_rest, *nothing), (xs, ys))
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def train(model, xs, ys, rate):
    losses, *states = descend(*nnx.split(model, nnx.Param, ...), xs, ys, rate)
    nnx.update(model, *states)
    return losses
