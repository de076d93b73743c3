"""Lowers and compiles the ring ahead of time for each pair of shapes, and calls what was compiled.

Class: structure
Why: breaches "JAX must be able to trace compare_rows, as when another jitted function calls it": a compiled program can't be called with tracers and raises a TypeError.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]
programs = {}


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def ring(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].swapaxes(0, 1).reshape(own.shape[0], -1)


def compare_rows(x, w):
    shapes = x.shape, w.shape
    if shapes not in programs:
        structs = (jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes)
        programs[shapes] = ring.lower(*structs).compile()
    return programs[shapes](x, w)
