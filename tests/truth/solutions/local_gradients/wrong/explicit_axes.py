"""The axes are of the type Explicit, the default of `make_mesh`.
Class: layout
Why: "axes of the type `AxisType.Auto`".
"""

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


program = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)


def clip_and_average(w, x, y, limit):
    whole, rows = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))
    return program(*jax.device_put((w, x, y), (whole, rows, rows)), limit)
