"""The batch is folded into one group of N, and two maps with named axes, one inside of the other, take it apart."""
import jax


def losses(loss, weights, xs, ys):
    n, d = xs.shape
    assert weights.shape == (d,) and ys.shape == (n,)
    groups_x, groups_y = xs.reshape(1, n, d), ys.reshape(1, n)

    inner = jax.vmap(loss, in_axes=(None, 0, 0), out_axes=0, axis_name="example", axis_size=n)
    outer = jax.vmap(inner, in_axes=(None, 0, 0), out_axes=1, axis_name="group")
    return outer(weights, groups_x, groups_y).reshape(n)
