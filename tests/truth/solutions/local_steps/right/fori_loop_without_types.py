"""A fori_loop over Python integers, with the types of shard_map off, jax.vjp for the gradient, and a sum at the end."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

COUNT = 8


def train_here(w, x, y, rate):
    steps = x.shape[0]

    def step(t, state):
        w, velocity, losses = state

        def miss(w):
            return jnp.square(jnp.einsum("nd,d->n", x[t], w) - y[t]).mean()

        loss, pull = jax.vjp(miss, w)
        (gradient,) = pull(jnp.ones_like(loss))
        velocity = 0.9 * velocity + gradient
        return w - rate * velocity, velocity, losses.at[t, 0].set(loss)

    start = (w, jnp.zeros_like(w), jnp.zeros((steps, 1), jnp.float32))
    w, _, losses = jax.lax.fori_loop(0, steps, step, start)
    return jax.lax.psum(w, "device") / COUNT, losses


train_apart = jax.jit(
    jax.shard_map(
        train_here,
        mesh=jax.make_mesh((COUNT,), ("device",), axis_types=(AxisType.Auto,)),
        in_specs=(P(), P(None, "device"), P(None, "device"), P()),
        out_specs=(P(), P(None, "device")),
        check_vma=False,
    )
)
