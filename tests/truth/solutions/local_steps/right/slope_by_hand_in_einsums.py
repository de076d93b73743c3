"""The gradient of the squared error is written down (two einsums), the state is a NamedTuple that is cast before the scan."""
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh
from jax.sharding import PartitionSpec as P

AXIS = "device"
mesh = Mesh(np.array(jax.devices()[:8]), (AXIS,), axis_types=(AxisType.Auto,))


class Runner(NamedTuple):
    w: jax.Array  # float32[D]
    velocity: jax.Array  # float32[D]


@jax.jit
@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P(None, AXIS, None), P(None, AXIS), P()),
    out_specs=(P(), P(None, AXIS)),
)
def train_apart(w, x, y, rate):
    def step(runner: Runner, batch):
        rows, wanted = batch
        errors = jnp.einsum("nd,d->n", rows, runner.w) - wanted
        loss = jnp.mean(errors * errors)
        gradient = jnp.einsum("nd,n->d", rows, errors) * (2 / errors.size)
        velocity = 0.9 * runner.velocity + gradient
        return Runner(runner.w - rate * velocity, velocity), loss

    start = jax.lax.pcast(Runner(w, jnp.zeros_like(w)), AXIS, to="varying")
    end, losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.psum(end.w, AXIS) / 8, losses.reshape(-1, 1)
