"""The steps run in an eager loop on the host's first device; the one jitted function shares out the losses and takes the mean.
Breaks "All of it is one call of one function made by `jax.jit`" and "All floating-point arithmetic runs in" it.
Class: half_eager
"""
import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("data"), SPLIT), out_specs=(P(), SPLIT))
def share(weights, losses):
    return jax.lax.pmean(weights[0], "data"), losses


def train_apart(w, x, y, rate):
    eighths = [a.reshape(a.shape[0], 8, -1, *a.shape[2:]).swapaxes(0, 1) for a in (x, y)]

    def alone(x, y):
        def step(state, batch):
            w, velocity = state
            rows, targets = batch
            loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
            velocity = 0.9 * velocity + gradient
            return (w - rate * velocity, velocity), loss

        (last, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
        return last, losses

    weights, losses = jax.vmap(alone, out_axes=(0, 1))(*eighths)
    return share(weights, losses)
