import jax
import jax.numpy as jnp


class Recommender:
    @staticmethod
    @jax.jit
    def scores(table, ids):
        return jnp.sum(table * table[ids].mean(axis=0), axis=1)

    def __call__(self, table, ids):
        return self.scores(table, ids)


recommend = Recommender()
