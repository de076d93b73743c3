"""A frozen dataclass holds the limit, and builds the rule for it."""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class AveragedLookup:
    limit: float = 1.0

    def values(self, table, ids):
        return jnp.where(jnp.expand_dims(ids < 0, -1), 0, table[ids])

    def forward(self, table, ids):
        return self.values(table, ids), {"ids": ids, "numbers": jnp.arange(table.shape[0])}

    def backward(self, kept, g):
        hits = kept["numbers"][:, None] == kept["ids"].reshape(1, -1)
        total = jnp.matmul(
            hits.astype(g.dtype), g.reshape(hits.shape[1], -1 if g.size else g.shape[2]), precision="highest"
        )
        mean = total / jnp.maximum(hits.sum(axis=1, keepdims=True), 1)
        length = jnp.sqrt((mean * mean).sum(axis=1, keepdims=True))
        return mean * jnp.minimum(1, self.limit / length), None

    def build(self):
        rule = jax.custom_vjp(self.values)
        rule.defvjp(self.forward, self.backward)
        return jax.jit(rule)


lookup = AveragedLookup().build()
