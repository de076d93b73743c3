"""The scan goes on by four steps at a time, which Python writes out, and so it does with those that are left over.

Class: growth
Why: "not unrolled in Python": with 5, 6 and 7 steps the program has one, two and three more copies of a step than with 4.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")
WIDTH = 4


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    def step(state, rows, targets):
        w, velocity = state
        loss, gradient = jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    def several(state, block):
        rows, targets = block
        losses = []
        for t in range(rows.shape[0]):
            state, loss = step(state, rows[t], targets[t])
            losses.append(loss)
        return state, jnp.stack(losses)

    state = jax.lax.pcast((w, jnp.zeros_like(w)), "data", to="varying")
    blocks = x.shape[0] // WIDTH
    whole = blocks * WIDTH
    parts = []
    if blocks:
        head = tuple(a[:whole].reshape(blocks, WIDTH, *a.shape[1:]) for a in (x, y))
        state, losses = jax.lax.scan(several, state, head)
        parts.append(losses.reshape(-1))
    if whole < x.shape[0]:
        state, losses = several(state, (x[whole:], y[whole:]))
        parts.append(losses)
    return jax.lax.pmean(state[0], "data"), jnp.concatenate(parts)[:, None]
