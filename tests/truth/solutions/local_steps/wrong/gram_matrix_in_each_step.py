"""The gradient of a quadratic loss comes from the matrix of products of the columns, as in the normal equations.

Class: flops
Why: "none does more than twice the floating-point operations that its part needs": the D x D matrix of each step takes D / 2 times as many, which is too many for D from about 6 on.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        count = rows.shape[0]
        loss = ((rows @ w - targets) ** 2).mean()
        products = rows.T @ rows / count
        gradient = 2 * (products @ w - rows.T @ targets / count)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    start = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    (w, _), losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
