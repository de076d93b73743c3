import jax
from flax import nnx


@nnx.jit(static_argnames=("samples",))
def make_passes(model, x, *, samples):
    graphdef, state = nnx.split(model)

    def one_pass(state, _):
        model = nnx.merge(graphdef, state)
        out = model(x)
        return nnx.state(model), out

    state, outputs = jax.lax.scan(one_pass, state, length=samples)
    nnx.update(model, state)
    return outputs


def sample_outputs(model, x, samples):
    return make_passes(model, x, samples=samples)
