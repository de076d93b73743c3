"""One call of jax.jit goes through all batches; what is carried are flat lists of arrays, each variable once."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

split = functools.partial(nnx.split, graph=True)
state_of = functools.partial(nnx.state, graph=True)


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)

    def loss(numbers, others, x):
        net = nnx.merge(
            graphdef,
            jax.tree.unflatten(params_tree, numbers),
            jax.tree.unflatten(rest_tree, others),
            copy=True,
        )
        value = jnp.square(net(x) - x).mean()
        return value, jax.tree.leaves(state_of(net, nnx.Not(nnx.Param)))

    def step(carry, x):
        numbers, others = carry
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x)
        numbers = [p - rate * g for p, g in zip(numbers, slopes, strict=True)]
        return (numbers, others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, first_rest), xs)
    return losses, jax.tree.unflatten(params_tree, numbers), jax.tree.unflatten(rest_tree, others)


def fit(model, xs, rate):
    losses, *states = descend(*split(model, nnx.Param, ...), xs, rate)
    nnx.update(model, *states)
    return losses
