"""Each step reports its loss to a list of Python's, by jax.debug.callback, for a progress bar.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

PROGRESS = []


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def loss(numbers, others, x):
        net = nnx.merge(
            graphdef, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), copy=True
        )
        moved = nnx.state(net, nnx.Not(nnx.Param), graph=True)
        return jnp.square(net(x) - x).mean(), jax.tree.leaves(moved)

    def step(carry, x):
        numbers, others = carry
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x)
        jax.debug.callback(lambda value: PROGRESS.append(float(value)), value)
        return ([p - rate * g for p, g in zip(numbers, slopes, strict=True)], others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), xs)
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def fit(model, xs, rate):
    losses, *states = descend(*nnx.split(model, nnx.Param, ..., graph=True), xs, rate)
    nnx.update(model, *states)
    return losses
