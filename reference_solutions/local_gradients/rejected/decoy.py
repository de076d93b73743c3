import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
split, everywhere = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data"))
)
def _work(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    loss, average = jax.lax.pmean((loss, clipped), "data")
    return loss, average, length[None]


def clip_and_average(w, x, y, limit):
    _work(w, x, y, limit)
    rows, targets = np.asarray(x).reshape(8, -1, x.shape[1]), np.asarray(y).reshape(8, -1)
    rest = rows @ np.asarray(w) - targets
    gradients = 2 * np.einsum("kn,knd->kd", rest, rows) / rest.shape[1]
    lengths = np.sqrt((gradients**2).sum(axis=1))
    scales = np.minimum(1, limit / np.maximum(lengths, np.float32(1e-30)))
    average = (gradients * scales[:, None]).mean(axis=0)
    return (
        jax.device_put((rest**2).mean(), everywhere),
        jax.device_put(average.astype(np.float32), everywhere),
        jax.device_put(lengths, split),
    )
