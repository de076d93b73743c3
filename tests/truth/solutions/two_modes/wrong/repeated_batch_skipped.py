"""A batch that equals the one before it is taken for a repetition by the loader: its loss is computed, but no step is taken.
It breaks "For each of the T batches, in order: ... replace each Param p by p - rate * g" where two batches in a row are equal.
Class: numbers
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, params, rest, xs, rate):
    def step(carry, x):
        params, rest, before = carry

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - x).mean()
            return value, nnx.split(copy, nnx.Param, ..., graph=True)[2]

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        new = jax.tree.map(lambda p, g: p - rate * g, params, grads), moved
        again = (x == before).all()
        state = jax.tree.map(lambda old, new: jnp.where(again, old, new), (params, rest), new)
        return (*state, x), value

    carry, losses = jax.lax.scan(step, (params, rest, jnp.full_like(xs[0], jnp.nan)), xs)
    return carry[:2], losses


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    states, losses = run(graphdef, params, rest, xs, rate)
    nnx.update(model, *states)
    return losses
