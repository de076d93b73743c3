import jax


@jax.tree_util.register_pytree_node_class
class Shop:
    def __init__(self, table):
        self.table = table

    def tree_flatten(self):
        return (self.table,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jax.jit
    def scores(self, ids):
        return self.table @ self.table[ids].mean(axis=0)


def recommend(table, ids):
    return Shop(table).scores(ids)
