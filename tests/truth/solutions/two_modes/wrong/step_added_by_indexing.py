"""The jitted function returns by how much each Param goes, and an eager update at an index adds that.

Class: half_eager
Why: "All floating-point arithmetic runs in the jitted function", but `at[...].add` is an eager sum, and the Params aren't what the jitted function returns.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def find_step(graphdef, params, rest, x, rate):
    def loss(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (value, moved), slopes = jax.value_and_grad(loss, has_aux=True)(params)
    return value, [-rate * g for g in jax.tree.leaves(slopes)], moved


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    tree, rest_tree = jax.tree.structure(params), jax.tree.structure(rest)
    losses = []
    for x in xs:
        value, steps, moved = find_step(graphdef, params, rest, x, rate)
        rest = jax.tree.unflatten(rest_tree, jax.tree.leaves(moved))
        numbers = [p.at[...].add(step) for p, step in zip(jax.tree.leaves(params), steps, strict=True)]
        params = jax.tree.unflatten(tree, numbers)
        losses.append(value)
    nnx.update(model, params, rest)
    return jnp.stack(losses)
