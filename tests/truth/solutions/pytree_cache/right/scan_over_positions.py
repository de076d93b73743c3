from collections import namedtuple

import jax
import jax.numpy as jnp
from jax import lax

Static = namedtuple("Static", "scale")


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


jax.tree_util.register_pytree_node(
    ConfigBox,
    lambda box: ({"vec": box.vec}.values(), Static(scale=box.scale)),
    lambda static, children: ConfigBox(next(iter(children)), **static._asdict()),
)


def run_scan(box, init, xs):
    return _scan({"box": box, "init": init, "xs": xs})


@jax.jit
def _scan(inputs):
    box, xs = inputs["box"], inputs["xs"]

    def step(carry, _):
        t, state = carry
        state = (box.vec + state + jnp.ones((box.scale,))) * xs[t]
        return (t + 1, state), state

    (_, last), states = lax.scan(step, (0, inputs["init"]), None, length=xs.size)
    return last, states
