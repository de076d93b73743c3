"""Takes the steps in plain Python, and passes losses and variables through one jitted function at the end.

Class: decoy
Why: nothing of the work is compiled; "The work is done by one call of a function that nnx.jit or jax.jit makes once", and here it only copies.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def _seal(state, losses, xs, ys, rate):
    return jax.tree.map(lambda leaf: leaf, (state, losses + 0.0 * rate))


def train(model, xs, ys, rate):
    losses = []
    for x, y in zip(xs, ys, strict=True):
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.state(copy, nnx.Not(nnx.Param))

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads), moved)
        losses.append(value)
    state, row = _seal(nnx.state(model), jnp.stack(losses), xs, ys, rate)
    nnx.update(model, state)
    return row
