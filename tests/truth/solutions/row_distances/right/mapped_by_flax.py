from flax import nnx
import jax.numpy as jnp


def distances(metric, xs, ys):
    one_to_all = nnx.vmap(metric, in_axes=(None, 0), out_axes=0)
    all_to_all = nnx.vmap(one_to_all, in_axes=(0, None), out_axes=0)
    return jnp.asarray(all_to_all(xs, ys), jnp.float32)
