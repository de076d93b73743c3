import jax
import jax.numpy as jnp


def local_loss(w, x, y):
    return ((x @ w - y) ** 2).mean()


@jax.jit
def clip_and_average(w, x, y, limit):
    x, y = x.reshape(8, -1, x.shape[1]), y.reshape(8, -1)
    losses, gradients = jax.vmap(jax.value_and_grad(local_loss), in_axes=(None, 0, 0))(w, x, y)
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    return losses.mean(), clipped.mean(axis=0), lengths
