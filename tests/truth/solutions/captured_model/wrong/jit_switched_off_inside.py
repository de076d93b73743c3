"""Has nnx.jit on the function that does the work, and calls it under jax.disable_jit.

Class: mark
Why: breaches "compile it all the same, into one program" and "all floating-point arithmetic runs in the jitted function": with jit switched off each batch runs eagerly.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def run(model, xs, ys, rate):
    losses = []
    for x, y in zip(xs, ys, strict=True):
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.state(copy, nnx.Not(nnx.Param))

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        new = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        nnx.update(model, new, moved)
        losses.append(value)
    return jnp.stack(losses)


def train(model, xs, ys, rate):
    with jax.disable_jit():
        return run(model, xs, ys, rate)
