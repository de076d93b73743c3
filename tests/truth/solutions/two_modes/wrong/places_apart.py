"""Each place has a variable of its own after the first step.
Class: numbers
Why: "its gradient is the sum of what comes from all of them, and it takes one step".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(model, x, rate):
    def loss_fn(model):
        return jnp.square(model(x) - x).mean(), jax.tree.leaves(model)

    (loss, leaves), grads = jax.value_and_grad(loss_fn, has_aux=True, allow_int=True)(model)
    is_variable = lambda node: isinstance(node, nnx.Variable)
    kinds = [type(v) for v in jax.tree.leaves(model, is_leaf=is_variable)]
    old, structure = jax.tree.flatten(model)
    new = [
        p - rate * g if kind is nnx.Param else leaf
        for kind, p, g, leaf in zip(kinds, old, jax.tree.leaves(grads), leaves, strict=True)
    ]
    return loss, jax.tree.unflatten(structure, new)


def fit(model, xs, rate):
    losses, current = [], model
    for x in xs:
        loss, current = step(current, x, rate)
        losses.append(loss)
    nnx.update(model, nnx.state(current, graph=True))
    return jnp.stack(losses)
