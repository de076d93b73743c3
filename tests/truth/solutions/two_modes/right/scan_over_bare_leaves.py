"""Takes the model apart into a bare list of arrays, pulls the gradient back through one vjp for each batch of a scan, and puts the list back."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def take_apart(model):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    return graphdef, params, rest


@functools.partial(jax.jit, static_argnums=0)
def run(recipe, leaves, xs, rate):
    graphdef, treedef = recipe

    def advance(leaves, x):
        params, rest = jax.tree.unflatten(treedef, leaves)
        slots, places = jax.tree.flatten(params)

        def loss(slots):
            copy = nnx.merge(graphdef, jax.tree.unflatten(places, slots), rest, copy=True)
            value = jnp.square(copy(x) - x).mean()
            _, _, after = take_apart(copy)
            return value, jax.tree.leaves(after)

        value, pull, after = jax.vjp(loss, slots, has_aux=True)
        (slopes,) = pull(jnp.ones_like(value))
        moved = [slot - rate * slope for slot, slope in zip(slots, slopes, strict=True)]
        return moved + after, value

    return jax.lax.scan(advance, leaves, xs)


def fit(model, xs, rate):
    graphdef, params, rest = take_apart(model)
    leaves, treedef = jax.tree.flatten((params, rest))
    leaves, losses = run((graphdef, treedef), leaves, xs, rate)
    params, rest = jax.tree.unflatten(treedef, leaves)
    nnx.update(model, params)
    nnx.update(model, rest)
    return losses
