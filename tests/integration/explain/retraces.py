"""Programs that JAX retraces in their second call, each with the reason and its words, and some that it doesn't."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = """# calls: 2
import functools
import dataclasses
import jax, jax.numpy as jnp, numpy as np
from flax import nnx
ones = jnp.ones
"""


@dataclass(frozen=True)
class Retraced:
    """A program's body (below `HEAD`), the reason code, and words that the sentence contains."""

    body: str
    reason: str
    words: str
    code: str = "traces.every_call"


PLAIN = "class Plain:\n    def __init__(self, a): self.a = a\n"
BOX = (
    "@functools.partial(jax.tree_util.register_dataclass, data_fields=['vec'], meta_fields=['scale'])\n"
    "@dataclasses.dataclass\nclass Box:\n    vec: object\n    scale: object\n"
)
MAPPED = (
    "from jax.sharding import AxisType, PartitionSpec as P\n"
    "MESH = jax.make_mesh((1,), ('data',), axis_types=(AxisType.Auto,))\n"
    "@functools.partial(jax.shard_map, mesh=MESH, in_specs=(P('data'), P()), out_specs=P('data'))\n"
    "def mapped(x, n): return x * n\n"
)
APPLY = "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, g): return g(x)\n"
F = "@jax.jit\ndef f(x, y=1.0, *, z=None):\n    return x * y\n"
G = "@jax.jit\ndef f(tree):\n    return jax.tree.leaves(tree)[0]\n"
FORWARD = "@nnx.jit\ndef forward(model, x):\n    return model(x)\n"

TABLE = {
    "shape": Retraced(
        F + "def run(step): return f(ones(3 + step))", "shape", "`x` was float32[3] before and is float32[4] now"
    ),
    "dtype": Retraced(
        F + "def run(step): return f(ones(3, [jnp.float32, jnp.int32][step]))",
        "dtype",
        "`x` was float32[3] before and is int32[3] now",
    ),
    "weak type": Retraced(
        F + "def run(step): return f([jnp.float32(2), 2.0][step])",
        "weak_type",
        "`x` was float32[] before and is weak float32[] now",
    ),
    "metadata": Retraced(
        BOX + "@jax.jit\ndef f(box): return box.vec * box.scale\ndef run(step): return f(Box(ones(3), 3.0 + step))",
        "aux_value",
        "the auxiliary data of `box` was (3.0,) before and is (4.0,) now",
    ),
    "metadata in another order": Retraced(
        BOX + "@jax.jit\ndef f(box): return 2 * box.vec\n"
        "ITEMS = ('mode', 1), ('stride', 2)\ndef run(step): return f(Box(ones(3), ITEMS[:: 1 - 2 * step]))",
        "aux_order",
        "now: the same items in a different order",
    ),
    "lengths": Retraced(
        G + "def run(step): return f((ones(3),) * (1 + step))",
        "structure",
        "`tree` was tuple of length 1 before and is tuple of length 2 now",
    ),
    "key sets": Retraced(
        G + "def run(step): return f({'a': ones(3)} | ({'b': ones(2)} if step else {}))",
        "keys",
        "`tree` has different keys from before (added or removed: {'b'})",
    ),
    "re-created function": Retraced(
        "def run(step):\n    @jax.jit\n    def inner(x):\n        return x + 1\n    return inner(ones(3))\n",
        "new_function",
        "line 8 makes a new function",
        "traces.jit_inside",
    ),
    "static by identity": Retraced(
        PLAIN + "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, b): return x * b.a\n"
        "def run(step): return f(ones(3), Plain(2))",
        "static_identity",
        "the static argument `b` is or holds a new object",
        "traces.static_argument",
    ),
    "configuration": Retraced(
        F + "def run(step):\n    with jax.numpy_dtype_promotion(['standard', 'strict'][step]):\n"
        "        return f(ones(3))",
        "configuration",
        "the setting `jax_numpy_dtype_promotion` of JAX was standard before and is strict now",
    ),
}
"""A program for each kind of message in JAX's log."""

MORE = {
    "rank": Retraced(
        F + "def run(step): return f(ones((3,) + (1,) * step))",
        "shape",
        "`x` was float32[3] before and is float32[3,1]",
    ),
    "second argument": Retraced(
        F + "def run(step): return f(ones(3), ones(1 + 2 * step))", "shape", "`y` was float32[1] before"
    ),
    "int for float": Retraced(
        F + "def run(step): return f(ones(3), [2.0, 2][step])", "dtype", "`y` was float32[] before and is int32[] now"
    ),
    "half precision": Retraced(
        F + "def run(step): return f(np.ones(3, ['float32', 'float16'][step]))", "dtype", "is float16[3] now"
    ),
    "a field's shape": Retraced(
        BOX + "@jax.jit\ndef f(box): return box.vec * box.scale\ndef run(step): return f(Box(ones(3 + step), 2.0))",
        "shape",
        "`box.vec` was float32[3] before",
    ),
    "by position and by name": Retraced(
        F + "def run(step): return f(ones(3), 2.0) if step else f(ones(3), y=2.0)",
        "positional_keyword",
        "`y` was passed by position in one call and by name in another",
    ),
    "a default left out": Retraced(
        F + "def run(step): return f(ones(3)) if step else f(ones(3), 2.0)",
        "argument_count",
        "the number of arguments passed by position was 2 before and is 1 now",
    ),
    "a keyword given": Retraced(
        F + "def run(step): return f(ones(3), z=ones(2)) if step else f(ones(3))", "keyword_given", "`z` was passed"
    ),
    "list and tuple": Retraced(
        G + "def run(step): return f([ones(3)] if step else (ones(3),))",
        "structure",
        "`tree` was tuple before and is list now",
    ),
    "None and array": Retraced(
        "@jax.jit\ndef f(x, mask):\n    return x\ndef run(step): return f(ones(3), ones(3) if step else None)",
        "structure",
        "`mask`",
    ),
    "static value": Retraced(
        "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, n): return x * n\n"
        "def run(step): return f(ones(3), 2 + step)",
        "static_value",
        "the static argument `n` was 2 before and is 3 now",
        "traces.static_argument",
    ),
    "static value around a shard_map": Retraced(
        MAPPED + "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, n): return mapped(x, jnp.float32(n))\n"
        "def run(step): return f(ones(3), 2 + step)",
        "static_value",
        "the static argument `n` was 2 before and is 3 now",
        "traces.static_argument",
    ),
    "shape around a shard_map": Retraced(
        MAPPED + "@jax.jit\ndef f(x, n): return mapped(x, n)\ndef run(step): return f(ones(3 + step), 2)",
        "shape",
        "`x` was float32[3] before and is float32[4] now",
    ),
    "static value by name": Retraced(
        "@functools.partial(jax.jit, static_argnames='n')\ndef f(x, n): return x * n\n"
        "def run(step): return f(ones(3), n=2 + step)",
        "static_value",
        "the static argument `n` was 2 before and is 3 now",
        "traces.static_argument",
    ),
    "static self": Retraced(
        "class Model:\n    def __init__(self): self.k = 2.0\n"
        "    @functools.partial(jax.jit, static_argnums=0)\n    def f(self, x): return self.k * x\n"
        "def run(step): return Model().f(ones(3))",
        "static_identity",
        "the static argument `self` is or holds a new object",
        "traces.static_argument",
    ),
    "a static lambda": Retraced(
        APPLY + "def run(step): return f(ones(3), lambda y: 2 * y)",
        "static_function",
        "a new function is passed in the static argument `g`",
        "traces.static_argument",
    ),
    "a static partial by name": Retraced(
        "def scaled(k, y): return k * y\n@functools.partial(jax.jit, static_argnames='g')\ndef f(x, g): return g(x)\n"
        "def run(step): return f(ones(3), g=functools.partial(scaled, 2.0))",
        "static_function",
        "a new function is passed in the static argument `g`",
        "traces.static_argument",
    ),
    "a static method of a new object": Retraced(
        "class Net:\n    def double(self, y): return 2 * y\n"
        + APPLY
        + "def run(step): return f(ones(3), Net().double)",
        "static_function",
        "a new function is passed in the static argument `g`",
        "traces.static_argument",
    ),
    "a lambda after functions of JAX": Retraced(
        "@functools.partial(jax.jit, static_argnums=(0, 1))\ndef f(first, second, x): return second(first(x))\n"
        "def run(step): return f(jnp.sin, lambda y: 2 * y, ones(3))",
        "static_function",
        "a new function is passed in the static argument `second`",
        "traces.static_argument",
    ),
    "a lambda in a static tuple": Retraced(
        "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, layers):\n    for layer in layers: x = layer(x)\n"
        "    return x\ndef run(step): return f(ones(3), (jnp.sin, lambda y: 2 * y))",
        "static_function",
        "a new function is passed in the static argument `layers`",
        "traces.static_argument",
    ),
    "a lambda in a static dataclass": Retraced(
        "@dataclasses.dataclass(frozen=True)\nclass Config:\n    act: object\n"
        "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, config): return config.act(x)\n"
        "def run(step): return f(ones(3), Config(lambda y: 2 * y))",
        "static_function",
        "a new function is passed in the static argument `config`",
        "traces.static_argument",
    ),
    "an object by identity in a static dataclass": Retraced(
        PLAIN + "@dataclasses.dataclass(frozen=True)\nclass Config:\n    plain: object\n"
        "@functools.partial(jax.jit, static_argnums=1)\ndef f(x, config): return config.plain.a * x\n"
        "def run(step): return f(ones(3), Config(Plain(2)))",
        "static_identity",
        "the static argument `config` is or holds a new object",
        "traces.static_argument",
    ),
    "a static number behind a large module": Retraced(
        "class Net(nnx.Module):\n    def __init__(self):\n        rngs = nnx.Rngs(0)\n"
        "        self.layers = nnx.List([nnx.Linear(2, 2, rngs=rngs) for _ in range(6)])\n"
        "NET = Net()\n@functools.partial(nnx.jit, static_argnums=2)\ndef f(net, x, n): return net.layers[0](x) + n\n"
        "def run(step): return f(NET, ones((1, 2)), step)",
        "static_value",
        "the static argument `n` was 0 before and is 1 now",
        "traces.static_argument",
    ),
    "aux by identity": Retraced(
        PLAIN + BOX + "@jax.jit\ndef f(box): return box.vec\ndef run(step): return f(Box(ones(3), Plain(1)))",
        "aux_identity",
        "the auxiliary data of `box` is a new object",
        "traces.aux_identity",
    ),
    "a partial as aux": Retraced(
        BOX + "def g(x): return x\n@jax.jit\ndef f(box): return box.vec\n"
        "def run(step): return f(Box(ones(3), functools.partial(g, 1)))",
        "aux_identity",
        "the auxiliary data of `box` is a new object",
        "traces.aux_identity",
    ),
    "lambda in a call": Retraced(
        "def run(step):\n    return jax.jit(lambda x: x + 1)(ones(3))\n",
        "new_function",
        "line 8 makes a new function",
        "traces.jit_inside",
    ),
    "a lambda in a call, around another one": Retraced(
        "def run(step):\n    def outer(x):\n        return jax.jit(lambda y: y + 1)(x)\n"
        "    return jax.jit(lambda x: outer(x))(ones(3))\n",
        "new_function",
        "line 10 makes a new function",
        "traces.jit_inside",
    ),
    "grad wrapped anew": Retraced(
        "def loss(x): return (x ** 2).sum()\ndef run(step):\n    return jax.jit(jax.grad(loss))(ones(3))\n",
        "new_function",
        "line 9 makes a new function",
        "traces.jit_inside",
    ),
    "a partial wrapped anew": Retraced(
        "def scaled(k, x): return k * x\ndef run(step):\n    return jax.jit(functools.partial(scaled, 2.0))(ones(3))\n",
        "new_function",
        "line 9 makes a new function",
        "traces.jit_inside",
    ),
    "a partial of scan wrapped anew": Retraced(
        "def run(step):\n"
        "    return jax.jit(functools.partial(jax.lax.scan, lambda c, x: (c + x, c)))(ones(()), ones(3))\n",
        "new_function",
        "line 8 makes a new function",
        "traces.jit_inside",
    ),
    "nnx.jit made anew": Retraced(
        "model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))\ndef run(step):\n    @nnx.jit\n"
        "    def forward(model, x): return model(x)\n    return forward(model, ones((2, 3)))\n",
        "new_function",
        "line 9 makes a new function",
        "traces.jit_inside",
    ),
    "scan outside": Retraced(
        "def run(step):\n    return jax.lax.scan(lambda c, x: (c + x, c), 0.0, ones(3))[0]\n",
        "eager_loop",
        "line 8 runs `lax.scan` outside any jitted function",
        "traces.eager_scan",
    ),
    "fori_loop outside": Retraced(
        "def run(step):\n    return jax.lax.fori_loop(0, 3, lambda i, c: c + 1.0, ones(3))\n",
        "eager_loop",
        "line 8 runs `lax.scan` outside any jitted function (`lax.fori_loop` and `lax.map` run it, too), where each",
        "traces.eager_scan",
    ),
    "switch outside": Retraced(
        "def run(step):\n    return jax.lax.switch(1, [lambda y: y, lambda y: 2 * y], ones(3))\n",
        "eager_loop",
        "line 8 runs `lax.cond` outside any jitted function (`lax.switch` runs it, too), where each new function is",
        "traces.eager_scan",
    ),
    "while outside": Retraced(
        "def run(step):\n    return jax.lax.while_loop(lambda c: c < 3.0, lambda c: c + 1, 0.0)\n",
        "eager_loop",
        "line 8 runs `lax.while_loop`",
        "traces.eager_scan",
    ),
    "cache cleared": Retraced(
        F + "def run(step):\n    jax.clear_caches()\n    return f(ones(3))",
        "cache_cleared",
        "JAX has forgotten `f`",
    ),
    "a matmul setting": Retraced(
        F + "def run(step):\n    with jax.default_matmul_precision(['default', 'highest'][step]):\n"
        "        return f(ones(3))",
        "configuration",
        "`jax_default_matmul_precision`",
    ),
    "nnx.jit, shape": Retraced(
        "model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))\n"
        + FORWARD
        + "def run(step): return forward(model, ones((2 + step, 3)))",
        "shape",
        "`x` was float32[2,3] before and is float32[3,3] now",
    ),
    "nnx.jit, static attribute": Retraced(
        "model = nnx.Dropout(0.5, rngs=nnx.Rngs(0))\n" + FORWARD + "def run(step):\n"
        "    model.deterministic = bool(step)\n    return forward(model, ones(3))",
        "attribute",
        "`model.deterministic` was False before and is True now",
    ),
    "nnx.jit, a counter": Retraced(
        "class Counted(nnx.Linear):\n    count = 0\nmodel = Counted(3, 2, rngs=nnx.Rngs(0))\n"
        + FORWARD
        + "def run(step):\n    model.count = step\n    return forward(model, ones((2, 3)))",
        "attribute",
        "`model.count` was 0 before and is 1 now",
    ),
    "nnx.jit, static argument": Retraced(
        "model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))\n@functools.partial(nnx.jit, static_argnames='n')\n"
        "def forward(model, x, n): return model(x) * n\ndef run(step): return forward(model, ones((2, 3)), n=2 + step)",
        "static_value",
        "`n` was 2 before and is 3 now",
        "traces.static_argument",
    ),
}
"""Other causes of retracing."""

DOUBLE = "def double(x): return 2 * x\n"
FOUND = {
    "wrapped again": DOUBLE + "def run(step): return jax.jit(double)(ones(3) + step)",
    "wrapped again, with an argument that is given away": DOUBLE
    + "def run(step): return jax.jit(double, donate_argnums=0)(ones(3) + step)",
    "a library's function wrapped again": "def run(step): return jax.jit(jax.nn.softmax)(ones(3) + step)",
    "wrapped again within a derivative": DOUBLE
    + "def run(step): return jax.grad(lambda x: jax.jit(double)(x))(1.0 + step)",
    "a loop outside, with a body that is made once": "def body(i, c): return c + 1.0\n"
    "def run(step): return jax.lax.fori_loop(0, 3, body, ones(3) + step)",
    "static functions that are made once": APPLY + "def double(y): return 2 * y\n"
    "def run(step): return f(ones(3) + step, double)",
    "two wrappers of one function": DOUBLE + "WRAPPED = jax.jit(double), jax.jit(double)\n"
    "def run(step): return WRAPPED[step](ones(3))",
}
"""Programs that JAX doesn't trace in their second call: its cache's key is the function, not the wrapper."""
