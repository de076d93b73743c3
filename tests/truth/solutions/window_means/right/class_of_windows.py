import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


class Windows:
    def __init__(self, shape, rows, columns):
        self.n, self.d = shape
        self.rows, self.columns = rows, columns

    @property
    def grid(self):
        return pl.cdiv(self.n, self.rows), pl.cdiv(self.d, self.columns)

    def place(self, i, j):
        return i, j

    def __call__(self, x_ref, out_ref):
        end = self.n - self.rows * pl.program_id(0)
        mask = jnp.arange(self.rows)[:, None] < end
        out_ref[0, :] = jnp.where(mask, x_ref[:, :], 0).sum(0) / jnp.minimum(end, self.rows)


def window_means(x, rows, columns):
    windows = Windows(x.shape, rows, columns)
    return pl.pallas_call(
        lambda x_ref, out_ref: windows(x_ref, out_ref),
        grid=windows.grid,
        out_shape=jax.ShapeDtypeStruct((windows.grid[0], x.shape[1]), jnp.float32),
        in_specs=[pl.BlockSpec((rows, columns), windows.place)],
        out_specs=pl.BlockSpec((1, columns), windows.place),
        interpret=True,
    )(x)
