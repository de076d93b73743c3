import jax
import jax.numpy as jnp


class Static:
    fields = ()

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        jax.tree_util.register_pytree_node(cls, cls._flat, cls._build)

    def _flat(self):
        return (self.taps,), hashable(self.options)

    @classmethod
    def _build(cls, aux, kids):
        self = cls.__new__(cls)
        self.taps = kids[0]
        self.options = {k: v for k, v in aux}
        return self


def hashable(d):
    return tuple((k, d[k]) for k in sorted(d))


class Filter(Static):
    def __init__(self, taps=None, options=None):
        self.taps = taps
        self.options = {} if options is None else options


@jax.jit
def _run(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])


def apply_filter(bank, signal):
    return _run(bank, signal)[:: bank.options["stride"]]
