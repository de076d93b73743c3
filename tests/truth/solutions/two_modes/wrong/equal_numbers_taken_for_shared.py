"""Variables are taken for shared if they begin with equal numbers, so each of them gets the sum of all their gradients.

Class: structure
Why: two variables that aren't shared but begin with the same numbers, such as two biases of zeros of the same shape, both take the step of the sum.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@functools.partial(jax.jit, static_argnums=(0, 1))
def descend(graphdef, twins, params, rest, xs, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def loss(numbers, others, x):
        net = nnx.merge(
            graphdef, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others), copy=True
        )
        moved = nnx.state(net, nnx.Not(nnx.Param), graph=True)
        return jnp.square(net(x) - x).mean(), jax.tree.leaves(moved)

    def step(carry, x):
        numbers, others = carry
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x)
        sums = [sum(g for g, other in zip(slopes, twins, strict=True) if other == mine) for mine in twins]
        return ([p - rate * g for p, g in zip(numbers, sums, strict=True)], others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), xs)
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def find_twins(params):
    seen = {}
    keys = [(p.shape, np.asarray(p).tobytes()) for p in jax.tree.leaves(params)]
    return tuple(seen.setdefault(key, len(seen)) for key in keys)


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses, *states = descend(graphdef, find_twins(params), params, rest, xs, rate)
    nnx.update(model, *states)
    return losses
