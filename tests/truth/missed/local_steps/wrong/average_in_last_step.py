"""Average in last step.

Class: other
Why: Breaks "Inside the loop nothing travels" and "At most `D` numbers travel to each device": the average is taken
inside the loop in every step, and thrown away except in the last one. The program has one all-reduce of D numbers,
but runs it S times. Seen at any S >= 2, not in the numbers.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT), check_vma=False
)
def train_apart(w, x, y, rate):
    steps = x.shape[0]

    def step(state, batch):
        w, velocity = state
        t, rows, targets = batch
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        w = w - rate * velocity
        w = jnp.where(t == steps - 1, jax.lax.pmean(w, "data"), w)
        return (w, velocity), loss

    (w, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (jnp.arange(steps), x, y))
    return w, losses[:, None]
