"""Two numbers of a feature in one complex number, so that the buffer has half as many elements.
Class: tame
Why: "No array in your program takes more bytes than `w` and the result together".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    half = own.shape[1] // 2
    packed = jax.lax.complex(own[:, :half], own[:, half:])
    _, blocks = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), b), packed, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    features = blocks[order].reshape(-1, half)
    return own[:, :half] @ features.real.T + own[:, half:] @ features.imag.T
