"""Looks whether there is anything but zeros in the rows before it starts the ring.

Class: structure
Why: breaches "JAX must be able to trace compare_rows": `if` needs the rows' values, so a jitted function that calls it gets a ConcretizationTypeError; and for x of zeros the result comes from no jitted function.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


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
    if not (x != 0).any():
        nothing = jnp.zeros((x.shape[0], x.shape[0]), x.dtype)
        return jax.device_put(nothing, jax.sharding.NamedSharding(mesh, P("ring")))
    return ring(x, w)
