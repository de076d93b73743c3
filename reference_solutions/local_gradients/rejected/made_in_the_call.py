import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P


def clip_and_average(w, x, y, limit):
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

    def work(w, x, y):
        w = jax.lax.pcast(w, "data", to="varying")
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        clipped = gradient * jnp.minimum(1, limit / length)
        return *jax.lax.pmean((loss, clipped), "data"), length[None]

    specs = {"in_specs": (P(), P("data"), P("data")), "out_specs": (P(), P(), P("data"))}
    return jax.jit(jax.shard_map(work, mesh=mesh, **specs))(w, x, y)
