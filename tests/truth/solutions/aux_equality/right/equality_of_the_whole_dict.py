import jax
import jax.numpy as jnp


class Same:
    """Wraps a dict, compared by content."""

    def __init__(self, d):
        self.d = d

    def __eq__(self, other):
        return isinstance(other, Same) and self.d == other.d

    def __hash__(self):
        return hash(frozenset(self.d.items()))


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


jax.tree_util.register_pytree_node(Filter, lambda f: ((f.taps,), Same(f.options)), lambda a, c: Filter(c[0], a.d))

apply_filter = jax.jit(
    lambda bank, signal: jnp.convolve(signal, bank.taps, bank.options["mode"])[:: bank.options["stride"]]
)
