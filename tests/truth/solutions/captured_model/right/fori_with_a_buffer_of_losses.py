"""nnx.jit is train itself; inside, a fori_loop carries a named tuple of states, and writes the losses into a buffer."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Progress(NamedTuple):
    params: Any
    rest: Any
    losses: jax.Array  # float32[T]


@nnx.jit
def train(model, xs, ys, rate):
    print("tracing", xs.shape, ys.shape)
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def body(t, now: Progress) -> Progress:
        def loss(params):
            net = nnx.merge(graphdef, params, now.rest, copy=True)
            error = net(xs[t]) - ys[t]
            return (error**2).mean(), nnx.split(net, nnx.Param, ...)[2]

        value, pull, rest = jax.vjp(loss, now.params, has_aux=True)
        (slope,) = pull(jnp.ones((), value.dtype))
        params = jax.tree.map(lambda p, g: p - rate * g, now.params, slope)
        return Progress(params, rest, now.losses.at[t].set(value))

    start = Progress(params, rest, jnp.zeros(xs.shape[0], jnp.float32))
    done = jax.lax.fori_loop(0, xs.shape[0], body, start)
    nnx.update(model, done.params, done.rest)
    return done.losses
