"""The weights of all devices come back, and NumPy averages them.
Class: host
Why: "nothing is computed in NumPy or by a callback".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P("data"), SPLIT))
def run(w, x, y, rate):
    own = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")

    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    (w, _), losses = jax.lax.scan(step, own, (x, y))
    return w[None], losses[:, None]


def train_apart(w, x, y, rate):
    ends, losses = run(w, x, y, rate)
    return jax.device_put(np.asarray(ends).mean(axis=0), NamedSharding(mesh, P())), losses
