"""Let each device run all eight trainings, and average equal numbers, so that there is an all-reduce to see.

Class: flops
Why: it breaches "The devices share the work": for any input each device gets all rows, and does eight times the work of its part.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P(), P(), P()),
    out_specs=(P(), P(None, "data")),
    check_vma=False,
)
def train_apart(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    def train(x, y):
        (end, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
        return end, losses

    steps, count, width = x.shape
    parts = x.reshape(steps, 8, count // 8, width), y.reshape(steps, 8, count // 8)
    ends, losses = jax.vmap(train, in_axes=1, out_axes=(0, 1))(*parts)
    weights = jax.lax.pmean(ends.mean(axis=0), "data")
    own = jax.lax.dynamic_slice_in_dim(losses, jax.lax.axis_index("data"), 1, axis=1)
    return weights, own
