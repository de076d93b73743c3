"""The length of the first call has a compiled loop. For all other lengths the steps are taken eagerly, with no trace.

Class: half_eager
Why: for "one batch more" no jitted function runs, though "All steps are taken in a function that `nnx.jit`, `nnx.compat.jit` or `jax.jit` makes once".
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

LENGTHS = {}


def take_step(graphdef, params, rest, x, rate):
    def loss(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (value, rest), slopes = jax.value_and_grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p - rate * g, params, slopes), rest, value


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def step(carry, x):
        params = jax.tree.unflatten(params_tree, carry[0])
        rest = jax.tree.unflatten(rest_tree, carry[1])
        params, rest, value = take_step(graphdef, params, rest, x, rate)
        return (jax.tree.leaves(params), jax.tree.leaves(rest)), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), xs)
    return jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), losses


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    if LENGTHS.setdefault((graphdef, xs.shape[1:]), len(xs)) == len(xs):
        params, rest, losses = descend(graphdef, params, rest, xs, rate)
    else:
        losses = []
        for x in xs:
            params, rest, value = take_step(graphdef, params, rest, x, rate)
            losses.append(value)
        losses = jnp.stack(losses)
    nnx.update(model, params, rest)
    return losses
