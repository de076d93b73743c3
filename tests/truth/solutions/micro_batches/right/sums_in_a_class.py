"""A registered dataclass of three sums: losses, slopes and weights."""

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Sums:
    loss: jax.Array
    slopes: object
    weight: jax.Array

    @classmethod
    def empty(cls, params):
        return cls(jnp.zeros(()), jax.tree.map(jnp.zeros_like, params), jnp.zeros(()))

    def __add__(self, other):
        return jax.tree.map(jnp.add, self, other)

    def mean(self):
        return self.loss / self.weight, jax.tree.map(lambda slope: slope / self.weight, self.slopes)


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)

    def weighted(params, places):
        safe = jnp.where(places < n, places, 0)
        w = weights.at[places].get(mode="fill", fill_value=0)
        losses = jax.vmap(loss, (None, 0, 0))(params, xs[safe], ys[safe])
        return jnp.sum(w * losses), w.sum()

    def body(k, sums):
        (value, weight), slopes = jax.value_and_grad(weighted, has_aux=True)(params, size * k + jnp.arange(size))
        return sums + Sums(value, slopes, weight)

    return jax.lax.fori_loop(0, -(-n // size), body, Sums.empty(params)).mean()
