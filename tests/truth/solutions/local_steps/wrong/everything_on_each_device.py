"""Each device has all rows, trains all eight, and a sum of zeros is there for show.
Class: decoy
Why: "The devices share the work".
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P(), P()), out_specs=(P(), SPLIT), check_vma=False)
def train_apart(w, x, y, rate):
    def train_one(x, y):
        def step(state, batch):
            w, velocity = state
            error = batch[0] @ w - batch[1]
            velocity = 0.9 * velocity + 2 * error @ batch[0] / len(error)
            return (w - rate * velocity, velocity), (error**2).mean()

        (end, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
        return end, losses

    x = x.reshape(len(x), 8, -1, len(w)).swapaxes(0, 1)
    ends, losses = jax.lax.map(lambda part: train_one(*part), (x, y.reshape(len(y), 8, -1).swapaxes(0, 1)))
    own = jax.lax.dynamic_slice_in_dim(losses, jax.lax.axis_index("data"), 1)
    return ends.mean(axis=0) + jax.lax.psum(0 * own[0, 0], "data"), own.T
