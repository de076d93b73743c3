"""Each device trains all eight runs, and then shows its own.

Class: flops
Why: It breaches "The devices share the work": each does eight times the operations that its part needs.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P(), P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    steps, _, width = x.shape
    loss_of = lambda w, rows, targets: ((rows @ w - targets) ** 2).mean()

    def step(state, batch):
        w, velocity = state
        losses, gradients = jax.vmap(jax.value_and_grad(loss_of))(w, *batch)
        velocity = 0.9 * velocity + gradients
        return (w - rate * velocity, velocity), losses

    all_w = jnp.tile(w, (8, 1))
    batches = (x.reshape(steps, 8, -1, width), y.reshape(steps, 8, -1))
    (all_w, _), losses = jax.lax.scan(step, (all_w, jnp.zeros_like(all_w)), batches)
    me = jax.lax.axis_index("data")
    return jax.lax.pmean(all_w[me], "data"), losses[:, me][:, None]
