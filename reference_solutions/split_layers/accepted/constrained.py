import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
PLACES = tuple(NamedSharding(mesh, spec) for spec in (P(None, "model"), P("model"), P("model")))


@jax.jit
def mlp_block(x, w1, b1, w2, b2):
    w1, b1, w2 = jax.lax.with_sharding_constraint((w1, b1, w2), PLACES)
    before = x @ w1 + b1
    hidden = jnp.where(before > 0, before, 0)
    return x + (hidden @ w2 + b2), hidden
