"""All lengths are gathered on each device.
Class: layout
Why: "device `i` holds the `i`-th number".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

rows, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


mapped = jax.shard_map(
    one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data"))
)
clip_and_average = jax.jit(mapped, out_shardings=whole)
