"""Each device computes its own losses, but the weights come from the first one, which trains all eight in a branch.

Class: flops
Why: "none does more than twice the floating-point operations that its part needs": the first device does nine times as much, and each one has the rows of all.
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
    steps, count, width = x.shape
    x = x.reshape(steps, 8, count // 8, width)
    y = y.reshape(steps, 8, count // 8)

    def train_one(i):
        def step(state, batch):
            w, velocity = state
            rows, targets = batch
            loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
            velocity = 0.9 * velocity + gradient
            return (w - rate * velocity, velocity), loss

        (last, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x[:, i], y[:, i]))
        return last, losses

    def train_all():
        return jax.vmap(train_one)(jnp.arange(8))[0].mean(axis=0)

    i = jax.lax.axis_index("data")
    _, losses = train_one(i)
    weights = jax.lax.cond(i == 0, train_all, lambda: jnp.zeros_like(w))
    return jax.lax.psum(weights, "data"), losses[:, None]
