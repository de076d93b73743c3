"""A function with a derivative rule of its own moves an array, number by number in a loop.

Class: custom_rule
Why: "no loops of jax.lax": jax.lax.map is a scan over the numbers of each array, inside of the custom_vjp.
"""
import jax


@jax.custom_vjp
def move(p, g, rate):
    flat = p.reshape(-1), g.reshape(-1)
    moved = jax.lax.map(lambda pair: pair[0] - rate.astype(p.dtype) * pair[1], flat)
    return moved.reshape(p.shape)


def forward(p, g, rate):
    return move(p, g, rate), (g, rate)


def backward(kept, slope):
    g, rate = kept
    return slope, -(rate.astype(g.dtype) * slope), -(g * slope).sum().astype(rate.dtype)


move.defvjp(forward, backward)


def step(params, grads, rate):
    rate = jax.numpy.asarray(rate, jax.numpy.float32)
    return jax.tree.map(lambda p, g: move(p, g, rate), params, grads)
