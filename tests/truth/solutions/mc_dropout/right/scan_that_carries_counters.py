"""Splits off the counters, carries only them through a scan under jax.jit, and puts them back."""

import functools

import jax
from flax import nnx


@functools.partial(jax.jit, static_argnames=("samples",))
def passes(graphdef, counters, rest, x, *, samples):
    def one(carried, _):
        network = nnx.merge(graphdef, carried, rest)
        out = network(x)
        return nnx.state(network, nnx.RngCount), out

    return jax.lax.scan(one, counters, length=samples)


def sample_outputs(model: nnx.Module, x: jax.Array, samples: int) -> jax.Array:
    graphdef, counters, rest = nnx.split(model, nnx.RngCount, ...)
    counters, outputs = passes(graphdef, counters, rest, x, samples=samples)
    nnx.update(model, counters)
    return outputs
