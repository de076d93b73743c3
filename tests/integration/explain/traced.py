"""Programs that raise while JAX traces, each with the code of its explanation and words that the sentence contains."""

from __future__ import annotations

from tests.integration.explain.failure import Failure

RULED = """@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def scale(x, factor): return factor * x
scale.defvjp(lambda x, factor: (factor * x, None), lambda factor, _, g: (factor * g,))
"""
"""A function with a rule of its own that must know its second argument."""
INNER = "@functools.partial(jax.jit, static_argnames='n')\ndef inner(x, n): return x[:n]\n"
"""A jitted function that must know its second argument."""

AUX = (
    "@jax.tree_util.register_dataclass\n@dataclasses.dataclass\nclass Aux:\n"
    "    a: object = dataclasses.field(metadata={'static': True})\n    b: object\n"
)
"""A pytree with auxiliary data."""

TRACED = {
    "if of a tracer": Failure("jax.jit(lambda x: 1 if x > 0 else 2)(1.0)", "error.tracer_bool", "`jnp.where`"),
    "while of a tracer": Failure(
        "f(3.0)",
        "error.tracer_bool",
        "`jax.lax.cond`",
        "@jax.jit\ndef f(x):\n    while x > 0: x = x - 1\n    return x\n",
    ),
    "if of a traced array of several numbers": Failure(
        "jax.jit(lambda a: a if a > 0 else -a)(jnp.arange(3.))", "error.tracer_bool", "isn't a single number"
    ),
    "if of an array of several numbers": Failure(
        "return 1 if jnp.arange(3.) > 0 else 2", "error.tracer_bool", "isn't a single number"
    ),
    "an array as a key": Failure("return {ones(3): 1}", "error.exception", "An array was hashed"),
    "a tracer as a key": Failure("jax.jit(lambda x: {x: 1}[x])(1.0)", "error.exception", "An array was hashed"),
    "an array as auxiliary data": Failure(
        "f = jax.jit(lambda b: b.b)\nreturn f(Aux(ones(3), 1.0)) + f(Aux(ones(3), 1.0))",
        "error.array_in_aux",
        "auxiliary data of a pytree",
        AUX,
    ),
    "two trees with a tracer as auxiliary data": Failure(
        "return jax.jit(lambda x: jax.tree.map(jnp.add, Aux(x, 1.0), Aux(2 * x, 1.0)))(2.0)",
        "error.tracer_bool",
        "Keep arrays out of a pytree",
        AUX,
    ),
    "derivatives in forward mode of a complex function": Failure(
        "return jax.jacfwd(lambda z: 2 * z)(1j)", "error.exception", "`TypeError` was raised"
    ),
    "and of tracers": Failure("jax.jit(lambda x: x > 0 and x < 2)(1.0)", "error.tracer_bool", "`jnp.where`"),
    "float of a tracer": Failure("jax.jit(lambda x: float(x))(1.0)", "error.tracer_number", "`float`"),
    "int of a tracer": Failure("jax.jit(lambda x: int(x))(1)", "error.tracer_shape", "known while tracing"),
    "item of a tracer": Failure("jax.jit(lambda x: x.item())(1.0)", "error.tracer_number", "`.item()`"),
    "range of a tracer": Failure("jax.jit(lambda n: [0 for _ in range(n)])(3)", "error.tracer_shape", "static"),
    "list by a tracer": Failure("jax.jit(lambda i: [1, 2][i])(0)", "error.tracer_shape", "`jax.lax.switch`"),
    "shape of a tracer": Failure("jax.jit(lambda n: jnp.zeros(n))(3)", "error.tracer_shape", "static"),
    "axis of a tracer": Failure(
        "jax.jit(lambda x, n: jnp.cumsum(x, axis=n))(ones((2, 2)), 0)", "error.tracer_shape", "in the outer function"
    ),
    "a mapped axis": Failure(
        "jax.vmap(lambda n: jnp.cumsum(ones(3), axis=n))(jnp.array([0]))", "error.tracer_shape", "in the outer function"
    ),
    "a tracer for a static argument": Failure(
        "jax.jit(lambda x, n: inner(x, n=n))(ones(3), 2)", "error.tracer_shape", "in the outer function", INNER
    ),
    "a tuple with a tracer for a static argument": Failure(
        "jax.jit(lambda n: inner(ones(3), n=(n, 1)))(2)", "error.tracer_shape", "in the outer function", INNER
    ),
    "number of keys of a tracer": Failure(
        "jax.jit(lambda n: jax.random.split(jax.random.key(0), n))(2)", "error.tracer_shape", "in the outer function"
    ),
    "top_k of a tracer": Failure(
        "return jax.jit(lambda n: lax.top_k(ones(3), n))(2)", "error.tracer_bool", "or a switch, and was given a traced"
    ),
    "choice of a tracer": Failure(
        "f(2)",
        "error.tracer_bool",
        "or a switch, and was given a traced value: n.",
        "@jax.jit\ndef f(n):\n    key = jax.random.key(0)\n    rows = jax.random.choice(key, ones(3), (n,))  # n rows\n"
        "    return rows\n",
    ),
    "batch_size of a tracer": Failure(
        "return jax.jit(lambda n: lax.map(jnp.sin, ones(4), batch_size=n))(2)",
        "error.tracer_bool",
        "or a switch, and was given a traced",
    ),
    "numpy on a tracer": Failure("jax.jit(lambda x: np.sin(x))(ones(3))", "error.tracer_numpy", "`jnp`"),
    "numpy array of a tracer": Failure("jax.jit(lambda x: np.asarray(x))(ones(3))", "error.tracer_numpy", "`jnp`"),
    "a boolean mask": Failure("jax.jit(lambda x: x[x > 0])(ones(3))", "error.boolean_mask", "`jnp.where(mask, x, 0)`"),
    "nonzero": Failure("jax.jit(lambda x: jnp.nonzero(x))(ones(3))", "error.data_dependent_shape", "`size=`"),
    "slice by a tracer": Failure("jax.jit(lambda x, n: x[:n])(ones(3), 2)", "error.dynamic_slice", "dynamic_slice"),
    "a leak through a list": Failure(
        "f(ones(3))\nreturn kept[0] + 1",
        "error.trace_leak",
        "Return it instead",
        "@jax.jit\ndef f(x):\n    kept.append(x)\n    return x\n",
    ),
    "a leak through an attribute": Failure(
        "box = Plain(0)\ndef f(x):\n    box.a = x * 2\n    return x\njax.jit(f)(1.0)\nreturn box.a + 1",
        "error.trace_leak",
        "Return it instead",
    ),
    "a traced value that a rule must know": Failure(
        "return jax.jit(scale)(2.0, 3.0)", "error.nondiff_traced", "return `None` or a gradient", RULED
    ),
    "a mapped value that a rule must know": Failure(
        "return jax.vmap(jax.grad(scale))(ones(3), ones(3))", "error.nondiff_traced", "out of `nondiff_argnums`", RULED
    ),
    "a value that a rule must know, differentiated": Failure(
        "return jax.grad(scale, argnums=(0, 1))(2.0, 3.0)", "error.nondiff_traced", "out of `nondiff_argnums`", RULED
    ),
    "a tracer in a callback, which is no leak": Failure(
        "put = functools.partial(jax.make_array_from_callback, (3,), x.sharding)\n"
        "return jax.jit(lambda x: put(lambda _: x))(x)",
        "error.exception",
        "`UnexpectedTracerError`",
        "x = ones(3)\n",
    ),
    "a key used twice": Failure(
        "with jax.debug_key_reuse(True):\n    key = jax.random.key(0)\n    a = jax.random.normal(key)\n"
        "    return a + jax.random.normal(key)",
        "error.key_reuse",
        "`jax.random.split`",
    ),
    "several keys at once": Failure(
        "return jax.random.normal(jax.random.split(jax.random.key(0), 3))", "error.not_a_key", "an array of keys"
    ),
    "a shape for a key": Failure("return jax.random.normal((3,))", "error.not_a_key", "`jax.random.key"),
    "streams for a key": Failure("return jax.random.normal(nnx.Rngs(0))", "error.not_a_key", "`rngs.params()`"),
    "a seed for a key": Failure("return jax.random.normal(0, (3,))", "error.not_a_key", "`jax.random.key"),
}
"""Mistakes with traced values and with keys, with errors raised by the installed JAX and Flax."""
