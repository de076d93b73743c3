"""One call of a `jax.jit` function scans over all batches; the gradient is a vjp of the loss."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnames=("graphdef", "treedef"))
def run(leaves, xs, rate, graphdef, treedef):
    def step(leaves, x):
        params, others = treedef.unflatten(leaves)

        def loss(params):
            model = nnx.merge(graphdef, params, others, copy=True)
            value = jnp.square(model(x) - x).mean()
            return value, nnx.split(model, nnx.Param, ..., graph=True)[2]

        value, pull, others = jax.vjp(loss, params, has_aux=True)
        (grads,) = pull(jnp.ones_like(value))
        moved = [p - rate * g for p, g in zip(jax.tree.leaves(params), jax.tree.leaves(grads))]
        return moved + jax.tree.leaves(others), value

    return jax.lax.scan(step, leaves, xs)


def fit(model, xs, rate):
    graphdef, *states = nnx.split(model, nnx.Param, ..., graph=True)
    leaves, treedef = jax.tree.flatten(tuple(states))
    leaves, losses = run(leaves, xs, rate, graphdef=graphdef, treedef=treedef)
    for state in treedef.unflatten(leaves):
        nnx.update(model, state)
    return losses
