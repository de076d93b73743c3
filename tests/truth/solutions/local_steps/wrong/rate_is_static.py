"""The rate is a static argument, so each new one is traced.
Class: retrace
Why: "A call with other numbers or another rate traces nothing".
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@functools.partial(jax.jit, static_argnames="rate")
def train_apart(w, x, y, rate):
    def local(w, x, y):
        own = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")

        def step(state, batch):
            w, velocity = state
            loss, gradient = jax.value_and_grad(lambda w: ((batch[0] @ w - batch[1]) ** 2).mean())(w)
            velocity = 0.9 * velocity + gradient
            return (w - rate * velocity, velocity), loss

        (w, _), losses = jax.lax.scan(step, own, (x, y))
        return jax.lax.pmean(w, "data"), losses[:, None]

    return jax.shard_map(local, mesh=mesh, in_specs=(P(), SPLIT, SPLIT), out_specs=(P(), SPLIT))(w, x, y)
