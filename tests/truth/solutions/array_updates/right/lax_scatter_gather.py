"""Expert style: the primitives jax.lax.scatter_add and jax.lax.gather with explicit dimension numbers."""
import jax
import jax.numpy as jnp
from jax import lax

SCATTER = lax.ScatterDimensionNumbers(
    update_window_dims=(), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)
)
GATHER = lax.GatherDimensionNumbers(offset_dims=(), collapsed_slice_dims=(0,), start_index_map=(0,))


def read(values, places, mode, fill=None):
    return lax.gather(
        values, places[:, None], GATHER, slice_sizes=(1,), mode=mode, fill_value=fill
    )


def deliver(stock, shelves, amounts):
    stock = lax.convert_element_type(stock, jnp.float32)
    amounts = lax.convert_element_type(amounts, jnp.float32)
    (count,) = stock.shape
    if shelves.shape == (0,):
        nothing = jnp.zeros((0,), jnp.float32)
        return stock, nothing, nothing
    shelves = lax.convert_element_type(shelves, jnp.int32)
    # From the end first; what is negative after that, or too large, doesn't exist.
    places = lax.select(shelves < 0, shelves + count, shelves)
    new = lax.scatter_add(
        stock, places[:, None], amounts, SCATTER, mode=lax.GatherScatterMode.FILL_OR_DROP
    )
    seen = read(new, places, lax.GatherScatterMode.FILL_OR_DROP, -1.0)
    nearest = read(new, places, lax.GatherScatterMode.CLIP)
    return new, seen, nearest
