"""A step at rate 0 is taken for one that changes nothing, so the state stays as it was; but statistics and key counters move.
It breaks "After the call the caller's model holds what T steps leave: Params, statistics, and the counters of random keys".
Class: numbers
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, params, rest, xs, ys, rate):
    def step(state, batch):
        params, rest = state
        x, y = batch

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.split(copy, nnx.Param, ...)[2]

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        new = jax.tree.map(lambda p, g: p - rate * g, params, grads), moved
        # Nothing is learned at rate 0: keep everything.
        return jax.lax.cond(rate == 0, lambda: state, lambda: new), value

    return jax.lax.scan(step, (params, rest), (xs, ys))


def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    state, losses = run(graphdef, params, rest, xs, ys, rate)
    nnx.update(model, *state)
    return losses
