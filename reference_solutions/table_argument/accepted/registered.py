"""An object with the table as a leaf."""

import dataclasses
from functools import partial

import jax


@partial(jax.tree_util.register_dataclass, data_fields=["table"], meta_fields=[])
@dataclasses.dataclass
class Shop:
    table: jax.Array

    @jax.jit
    def score(self, ids):
        return self.table @ self.table[ids].mean(0)


def recommend(table, ids):
    return Shop(table).score(ids)
