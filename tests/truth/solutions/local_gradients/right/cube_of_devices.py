"""Style: a mesh with three axes, and one jitted shard_map that has all of its specs in constants."""
import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

AXES = ("i", "j", "k")
CUBE = jax.make_mesh((2, 2, 2), AXES, axis_types=(AxisType.Auto,) * 3)
SHARED, SPLIT = P(), P(AXES)


def squared_error(w, x, y):
    return ((x @ w - y) ** 2).mean()


def on_each(w, x, y, limit):
    w = jax.lax.pcast(w, AXES, to="varying")
    loss, gradient = jax.value_and_grad(squared_error)(w, x, y)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return *jax.lax.pmean((loss, clipped), AXES), length.reshape(1)


clip_and_average = jax.jit(
    jax.shard_map(
        on_each, mesh=CUBE, in_specs=(SHARED, SPLIT, SPLIT, SHARED), out_specs=(SHARED, SHARED, SPLIT)
    )
)
