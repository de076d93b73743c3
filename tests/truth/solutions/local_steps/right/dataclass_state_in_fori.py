"""A registered dataclass as the carry of fori_loop with Python integers, cast as a whole before the loop; vjp for the gradient."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec

AXIS = "device"
MESH = jax.make_mesh((8,), (AXIS,), axis_types=(AxisType.Auto,))


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    w: jax.Array
    velocity: jax.Array
    losses: jax.Array


def own(tree):
    return jax.tree.map(lambda a: jax.lax.pcast(a, AXIS, to="varying"), tree)


def local(w, x, y, rate):
    steps = x.shape[0]

    def body(t, s):
        rows = jax.lax.dynamic_index_in_dim(x, t, keepdims=False)
        targets = jax.lax.dynamic_index_in_dim(y, t, keepdims=False)
        loss, pull = jax.vjp(lambda w: jnp.square(rows @ w - targets).mean(), s.w)
        (gradient,) = pull(jnp.ones_like(loss))
        velocity = 0.9 * s.velocity + gradient
        return State(s.w - rate * velocity, velocity, s.losses.at[t, 0].set(loss))

    start = own(State(w, jnp.zeros_like(w), jnp.zeros((steps, 1), jnp.float32)))
    end = jax.lax.fori_loop(0, steps, body, start)
    return jax.lax.pmean(end.w, AXIS), end.losses


@jax.jit
def train_apart(w, x, y, rate):
    everywhere, split = PartitionSpec(), PartitionSpec(None, AXIS)
    mapped = functools.partial(
        jax.shard_map,
        mesh=MESH,
        in_specs=(everywhere, split, split, everywhere),
        out_specs=(everywhere, split),
    )
    return mapped(local)(w, x, y, rate)
