"""All that the loop carries is made float32, so that it has one dtype, and is cast back where the model needs it.

Class: dtype
Why: a whole-number statistic of 2**24 or more loses its last digits: 16777216 counts up to 16777216 for ever, and 20000001 becomes 20000000.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def descend(graphdef, params, rest, xs, rate):
    first_params, params_tree = jax.tree.flatten(params)
    first_rest, rest_tree = jax.tree.flatten(rest)
    dtypes = [a.dtype for a in first_rest]

    def pack(others):
        return [a.astype(jnp.float32) if jnp.issubdtype(a.dtype, jnp.integer) else a for a in others]

    def unpack(others):
        restored = [a if a.dtype == dtype else a.astype(dtype) for a, dtype in zip(others, dtypes, strict=True)]
        return jax.tree.unflatten(rest_tree, restored)

    def loss(numbers, others, x):
        net = nnx.merge(graphdef, jax.tree.unflatten(params_tree, numbers), unpack(others), copy=True)
        moved = nnx.state(net, nnx.Not(nnx.Param), graph=True)
        return jnp.square(net(x) - x).mean(), pack(jax.tree.leaves(moved))

    def step(carry, x):
        numbers, others = carry
        (value, others), slopes = jax.value_and_grad(loss, has_aux=True)(numbers, others, x)
        return ([p - rate * g for p, g in zip(numbers, slopes, strict=True)], others), value

    (numbers, others), losses = jax.lax.scan(step, (first_params, pack(first_rest)), xs)
    return losses, jax.tree.unflatten(params_tree, numbers), unpack(others)


def fit(model, xs, rate):
    losses, *states = descend(*nnx.split(model, nnx.Param, ..., graph=True), xs, rate)
    nnx.update(model, *states)
    return losses
