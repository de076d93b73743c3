"""Under shard_map each device gets all rows, does the work of all eight, and takes its own number at the end.

Class: flops
Why: It breaches "The devices share the work": each device does eight times the operations that its part needs.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P(), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    def one(x, y):
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        return loss, gradient * jnp.minimum(1, limit / length), length

    results = jax.vmap(one)(x.reshape(8, -1, w.size), y.reshape(8, -1))
    loss, clipped, length = jax.tree.map(lambda a: a[jax.lax.axis_index("data")], results)
    return *jax.lax.pmean((loss, clipped), "data"), length[None]
