"""Wrong solutions of `jit_forward`, each with the reason code it must get."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def make(seed, x, features):
    return nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))


# %% eager_listcomp [jit.not_jitted]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    return [model(x) for _ in range(int(num_calls))][-1].reshape(-1)


# %% jit_of_something_else [jit.not_jitted]
flatten = nnx.jit(lambda y: y.reshape(-1))


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = flatten(model(x))
    return out


# %% eager_check_first [jit.not_jitted]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    want = model(x)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    assert jnp.allclose(out, want, atol=1e-3)
    return out.reshape(-1)


# %% jit_per_call_partial [jit.rewrapped]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = functools.partial(nnx.jit)(lambda m, x: m(x))(model, x)
    return out.reshape(-1)


# %% jit_in_class [jit.rewrapped]
class Runner:
    def __call__(self, model, x):
        @nnx.jit
        def forward(model, x):
            return model(x)

        return forward(model, x)


def jit_forward(seed, x, features, num_calls):
    model, run = make(seed, x, features), Runner()
    for _ in range(int(num_calls)):
        out = run(model, x)
    return out.reshape(-1)


# %% two_functions [jit.rewrapped]
@nnx.jit
def first(model, x):
    return model(x)


@nnx.jit
def rest(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    out = first(model, x)
    for _ in range(int(num_calls)):
        out = rest(model, x)
    return out.reshape(-1)


# %% half_the_calls [jit.calls]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range((int(num_calls) + 1) // 2 + 2):
        out = forward(model, x)
    return out.reshape(-1)


# %% fori_inside [jit.calls]
@functools.partial(nnx.jit, static_argnums=2)
def forward(model, x, n):
    return nnx.fori_loop(0, n, lambda i, carry: (carry[0], carry[0](x)), (model, model(x)))[1]


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    return forward(model, x, int(num_calls)).reshape(-1)


# %% remembered [jit.calls]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    known = {}
    for _ in range(int(num_calls)):
        if id(x) not in known:
            known[id(x)] = forward(model, x)
    forward(model, x)
    return known[id(x)].reshape(-1)


# %% model_in_a_box [jit.closed_over]
class Box:
    pass


def jit_forward(seed, x, features, num_calls):
    box = Box()
    box.model = make(seed, x, features)

    @nnx.jit
    def forward(x):
        return box.model(x)

    for _ in range(int(num_calls)):
        out = forward(x)
    return out.reshape(-1)


# %% default_argument [jit.closed_over]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    forward = nnx.jit(lambda x: model(x))
    for _ in range(int(num_calls)):
        out = forward(x)
    return out.reshape(-1)


# %% by_hand_dot [jit.no_module]
@nnx.jit
def forward(model, x):
    return jnp.dot(x, model.kernel[...]) + model.bias[...]


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% einsum_module [jit.no_module]
@nnx.jit
def forward(kernel, x):
    return jnp.einsum("nd,df->nf", x, kernel)


def jit_forward(seed, x, features, num_calls):
    kernel = make(seed, x, features).kernel[...]
    for _ in range(int(num_calls)):
        out = forward(kernel, x)
    return out.reshape(-1)


# %% jax_jit_lambda [jit.wrong_wrapper]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    forward = jax.jit(lambda model, x: model(x))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% jax_vmap [jit.wrong_wrapper]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = jax.jit(jax.vmap(model))(x)
    return out.reshape(-1)


# %% two_axes [values.shape]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(1, -1)


# %% first_row [values.mismatch]
@nnx.jit
def forward(model, x):
    return model(jnp.flip(x, axis=1) * 2)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% column_order [values.mismatch]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.T.reshape(-1)


# %% other_initialiser [values.mismatch]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    init = nnx.initializers.xavier_uniform()
    model = nnx.Linear(x.shape[-1], int(features), kernel_init=init, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% fed_back [values.mismatch]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    scale = 1.0
    for _ in range(int(num_calls)):
        out = forward(model, x * scale)
        scale = scale + 0.01
    return out.reshape(-1) * 1.01


# %% numpy_seed [values.mismatch]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(np.random.default_rng(int(seed)).integers(1 << 20), x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% a_tuple [values.structure]
@nnx.jit
def forward(model, x):
    return model(x).reshape(-1), x


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out


# %% bfloat16 [values.dtype]
@nnx.jit
def forward(model, x):
    return model(x.astype(jnp.bfloat16))


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1).astype(jnp.bfloat16)


# %% kernel_replaced [state.params_changed]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    model.bias[...] = model.bias[...] + 1
    return out.reshape(-1)


# %% attribute_added [state.graphdef_changed]
@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    model.calls = int(num_calls)
    return out.reshape(-1)


# %% unfinished [error.not_implemented]
def jit_forward(seed, x, features, num_calls):
    raise NotImplementedError


# %% typo [error.name]
def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    return modle(x)


# %% wrong_shape [error.shape_dot]
@nnx.jit
def forward(model, x):
    return model(x.T @ x @ jnp.ones(3))


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% branch_on_output [error.tracer_bool]
@nnx.jit
def forward(model, x):
    y = model(x)
    return y if y.sum() > 0 else y


def jit_forward(seed, x, features, num_calls):
    model = make(seed, x, features)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)


# %% no_entry_point [source.no_entry_point]
def forward(seed, x, features, num_calls):
    return make(seed, x, features)(x)


# %% three_parameters [source.arity]
def jit_forward(seed, x, features):
    return make(seed, x, features)(x)
