"""Fills up to a multiple of eight batches, so that other lengths find the same program, and takes no step on the filling.

Class: layout
Why: with T = 3 the five empty batches move the statistics and the random counters, too; `seen` goes up by 8 instead of 3.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def _fit(model, xs, ys, rates):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0, 0), out_axes=(nnx.Carry, 0))
    def over(model, x, y, rate):
        value, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        params = nnx.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, value

    return over(model, xs, ys, rates)[1]


def train(model, xs, ys, rate):
    steps = xs.shape[0]
    filling = [(0, -steps % 8), (0, 0), (0, 0)]
    rates = jnp.pad(jnp.broadcast_to(rate, (steps,)), filling[:1])
    return _fit(model, jnp.pad(xs, filling), jnp.pad(ys, filling), rates)[:steps]
