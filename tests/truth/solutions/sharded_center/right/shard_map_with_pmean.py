"""Takes the mean of the shards' means, which all have the same number of rows."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.asarray(jax.devices()), "d")


def on_each_device(rows):
    mean = jax.lax.pmean(jnp.mean(rows, axis=0), "d")
    return jnp.subtract(rows, mean), mean


_center = jax.jit(jax.shard_map(on_each_device, mesh=mesh, in_specs=(P("d", None),), out_specs=(P("d", None), P(None))))


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("d"))))
