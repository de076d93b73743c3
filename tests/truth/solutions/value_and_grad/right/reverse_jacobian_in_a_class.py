"""A small optimizer class takes the reverse-mode Jacobian of the loss over a dict."""

import dataclasses
from collections.abc import Callable

import jax


@dataclasses.dataclass
class Descent:
    loss: Callable[[jax.Array], jax.Array]
    rate: float

    def on_tree(self, tree: dict[str, jax.Array]) -> jax.Array:
        return self.loss(tree["params"])

    def __call__(self, params: jax.Array) -> tuple[jax.Array, jax.Array]:
        tree = {"params": params}
        value = self.on_tree(tree)
        slopes = jax.jacrev(self.on_tree)(tree)
        new = jax.tree.map(lambda p, slope: p - self.rate * slope, tree, slopes)
        return value, new["params"]


def descend(loss, params, rate):
    return Descent(loss, rate)(params)
