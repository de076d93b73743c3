"""The mesh has four devices.
Class: layout
Why: "Use all 8 devices".
"""

from functools import partial

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[:4]), ("model",))
specs = (P(), P(None, "model"), P("model"), P("model"), P())


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=specs, out_specs=(P(), P(None, "model")))
def program(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(*args):
    return program(*(jax.device_put(arg, NamedSharding(mesh, spec)) for arg, spec in zip(args, specs, strict=True)))
