"""The numbers are right, but `loss` is called once more, by eval_shape, to check what it returns.
Breaks: "`loss` has to run under `jax.vmap`, and Python calls it once."
Class: structure
"""
import jax


def losses(loss, weights, xs, ys):
    one = jax.eval_shape(loss, weights, xs[0], ys[0])
    if one.shape != ():
        raise ValueError("the loss of an example must be one number")
    return jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
