"""The values have no constant under the root. But a rule of its own puts one into the derivative, where no value shows it.
Breaks: "agree with the definition above" (derivatives of points that lie close together are too small by half a percent).
Class: custom_rule
"""
import jax
import jax.numpy as jnp


@jax.custom_jvp
def root(squared):
    return jnp.sqrt(squared)


@root.defjvp
def _(primals, tangents):
    (squared,), (change,) = primals, tangents
    return jnp.sqrt(squared), change / (2 * jnp.sqrt(squared + 1e-8))


def pairwise_distances(x):
    difference = (x[:, None, :] - x[None, :, :]).astype(jnp.float32)
    return root(jnp.sum(difference**2, axis=-1)).astype(x.dtype)
