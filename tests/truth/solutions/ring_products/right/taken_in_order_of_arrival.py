"""The parts travel to the device before. A scan stacks the products as they come, and jnp.take puts them in order."""
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec

AXIS = "devices"
mesh = jax.make_mesh((8,), (AXIS,), axis_types=(AxisType.Auto,))
rows, everywhere = PartitionSpec(AXIS, None), PartitionSpec()


def part_of_products(x: jax.Array, w: jax.Array) -> jax.Array:  # Float32[n K], Float32[K D] -> Float32[n N]
    count = jax.lax.axis_size(AXIS)
    backwards = [(i, (i - 1) % count) for i in range(count)]
    features = jax.nn.relu(jnp.dot(x, w))
    assert features.ndim == 2

    def meet(guest, _):
        product = jnp.einsum("id,jd->ij", features, guest)
        return jax.lax.ppermute(guest, AXIS, perm=backwards), product

    _, products = jax.lax.scan(meet, features, None, length=count)
    # Device i meets the part of device j in hop (j - i) % 8.
    arrivals = (jnp.arange(count) - jax.lax.axis_index(AXIS)) % count
    in_order = jnp.take(products, arrivals, axis=0)
    return jnp.concatenate(list(in_order), axis=1)


@jax.jit
def compare_rows(x, w):
    split = partial(jax.shard_map, mesh=mesh, in_specs=(rows, everywhere), out_specs=rows)
    return split(part_of_products)(x, w)
