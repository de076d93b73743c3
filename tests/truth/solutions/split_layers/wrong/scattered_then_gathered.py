"""The sum is scattered over the devices and gathered again, two collectives in place of one. The numbers are right.
Breaks: "The compiled programs hold exactly one `all-reduce` and no other collective."
Class: layout
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("m",), axis_types=(AxisType.Auto,))
specs = (P(), P(None, "m"), P("m"), P("m", None), P())


def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    terms = (hidden @ w2).reshape(-1)
    size = terms.size
    terms = jnp.pad(terms, (0, -size % 8))
    mine = jax.lax.psum_scatter(terms, "m", tiled=True)
    sums = jax.lax.all_gather(mine, "m", tiled=True)[:size].reshape(x.shape)
    return x + sums + b2, hidden


run = jax.jit(jax.shard_map(block, mesh=mesh, in_specs=specs, out_specs=(P(), P(None, "m")), check_vma=False))


def mlp_block(x, w1, b1, w2, b2):
    arrays = (x, w1, b1, w2, b2)
    return run(*(jax.device_put(a, NamedSharding(mesh, s)) for a, s in zip(arrays, specs, strict=True)))
