"""One step is compiled ahead of time, and Python runs that executable once for each batch.

Class: dispatches
Why: "The work is done by one call" of the jitted function; here the compiled step is called T times from a loop of Python.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

PROGRAMS = {}


@functools.partial(jax.jit, static_argnums=0)
def take_step(layout, numbers, others, x, y, rate):
    graphdef, params_tree, rest_tree = layout

    def loss(numbers):
        net = nnx.merge(
            graphdef, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), copy=True
        )
        return jnp.square(net(x) - y).mean(), jax.tree.leaves(nnx.state(net, nnx.Not(nnx.Param)))

    (value, moved), slopes = jax.value_and_grad(loss, has_aux=True)(numbers)
    return [p - rate * g for p, g in zip(numbers, slopes, strict=True)], moved, value


def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    numbers, params_tree = jax.tree.flatten(params)
    others, rest_tree = jax.tree.flatten(rest)
    layout = (graphdef, params_tree, rest_tree)
    shapes = tuple(number.shape for number in numbers), xs.shape[1:], ys.shape[1:]
    if (layout, shapes) not in PROGRAMS:
        lowered = take_step.lower(layout, numbers, others, xs[0], ys[0], rate)
        PROGRAMS[layout, shapes] = lowered.compile()
    program = PROGRAMS[layout, shapes]
    losses = []
    for x, y in zip(xs, ys, strict=True):
        numbers, others, value = program(numbers, others, x, y, rate)
        losses.append(value)
    nnx.update(model, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others))
    return jnp.stack(losses)
