"""One call of jax.jit on flat lists of arrays: structures are static, and a scan carries the lists."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


@partial(jax.jit, static_argnames=("graphdef", "trees"))
def _run(params, rest, xs, rate, *, graphdef, trees):
    def forward(params, rest, x):
        states = [jax.tree.unflatten(tree, leaves) for tree, leaves in zip(trees, (params, rest), strict=True)]
        model = nnx.merge(graphdef, *states, copy=True)
        value = jnp.square(model(x) - x).mean()
        _, _, moved = nnx.split(model, nnx.Param, ..., graph=True)
        return value, jax.tree.leaves(moved)

    def step(carry, x):
        params, rest = carry
        (value, rest), grads = jax.value_and_grad(forward, has_aux=True)(params, rest, x)
        return ([p - rate * g for p, g in zip(params, grads, strict=True)], rest), value

    return jax.lax.scan(step, (params, rest), xs)


def fit(model, xs, rate):
    graphdef, *states = nnx.split(model, nnx.Param, ..., graph=True)
    (params, rest), trees = zip(*map(jax.tree.flatten, states), strict=True)
    new, losses = _run(params, rest, xs, rate, graphdef=graphdef, trees=trees)
    nnx.update(model, *(jax.tree.unflatten(tree, leaves) for tree, leaves in zip(trees, new, strict=True)))
    return losses
