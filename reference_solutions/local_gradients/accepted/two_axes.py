import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

AXES = ("node", "device")
mesh = jax.make_mesh((4, 2), AXES, axis_types=(AxisType.Auto, AxisType.Auto))


def work(w, x, y, limit):
    own = jax.lax.pcast(w, AXES, to="varying")
    loss, pull_back = jax.vjp(lambda w: jnp.mean(jnp.square(x @ w - y)), own)
    (gradient,) = pull_back(jnp.ones_like(loss))
    length = jnp.sqrt(gradient @ gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return *jax.lax.pmean((loss, clipped), AXES), length[None]


mapped = jax.shard_map(work, mesh=mesh, in_specs=(P(), P(AXES), P(AXES), P()), out_specs=(P(), P(), P(AXES)))
clip_and_average = jax.jit(mapped)
