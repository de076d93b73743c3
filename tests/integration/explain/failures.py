"""Programs that raise, each with the code of its explanation and words that the sentence contains."""

from __future__ import annotations

from tests.integration.explain.failure import Failure
from tests.integration.explain.traced import RULED, TRACED

KERNEL = "from jax.experimental import pallas as pl\ndef copy(x, out): out[...] = x[...]\n"

TABLE = {
    **TRACED,
    "NNX trace level": Failure(
        "model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))\n"
        "def f(x):\n    model.bias[...] = model.bias[...] + 1\n    return x\nreturn jax.jit(f)(1.0)",
        "error.nnx_trace_level",
        "Pass",
    ),
    "nnx.grad of a captured model": Failure(
        "model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))\n"
        "return jax.jit(lambda x: nnx.grad(lambda m, x: m(x).sum())(model, x))(ones(2))",
        "error.nnx_trace_level",
        "`nnx.grad`, was given a module",
    ),
    "nnx.grad of a bound method": Failure(
        "return nnx.grad(nnx.Linear(2, 2, rngs=nnx.Rngs(0)).__call__)(ones(2))", "error.bound_method", "nnx.grad"
    ),
    "nnx.vmap of a captured model": Failure(
        "model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))\n"
        "return nnx.jit(lambda x: nnx.vmap(lambda m, x: m(x), in_axes=(None, 0))(model, x))(ones((3, 2)))",
        "error.nnx_trace_level",
        "as an argument",
    ),
    "nnx.jit of a bound method": Failure(
        "return M().f(1.0)",
        "error.bound_method",
        "unbound",
        "class M(nnx.Module):\n    def g(self, x): return x\n    def f(self, x): return nnx.jit(self.g)(x)\n",
    ),
    "Optimizer without wrt": Failure(
        "nnx.Optimizer(nnx.Linear(2, 2, rngs=nnx.Rngs(0)), optax.sgd(0.1))", "error.optimizer_wrt", "wrt=nnx.Param)`"
    ),
    "update without the model": Failure(
        "model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))\nopt = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)\n"
        "opt.update(nnx.state(model, nnx.Param))",
        "error.optimizer_update",
        "`optimizer.update(model, grads)`",
    ),
    "a list of modules": Failure(
        "M()",
        "error.nnx_list",
        "`nnx.List([…])`",
        "class M(nnx.Module):\n    def __init__(self):\n        self.layers = [nnx.Linear(2, 2, rngs=nnx.Rngs(0))]\n",
    ),
    "an unknown collection": Failure("nnx.Linear(2, 2)", "error.missing_rngs", "`rngs="),
    "dot of other sizes": Failure("ones((2, 3)) @ ones((4, 5))", "error.shape_dot", "inner sizes"),
    "adding other sizes": Failure("ones(3) + ones(4)", "error.shape_broadcast", "broadcast"),
    "lax.add of other sizes": Failure("lax.add(ones(3), ones(4))", "error.shape_broadcast", "broadcast"),
    "concatenating other sizes": Failure(
        "jnp.concatenate([ones((2, 3)), ones((2, 4))])", "error.shape_concatenate", "axis"
    ),
    "stacking other sizes": Failure("jnp.stack([ones(3), ones(4)])", "error.shape_concatenate", "shape"),
    "reshaping to another size": Failure("ones(6).reshape(4, 2)", "error.shape_reshape", "number of elements"),
    "einsum of other sizes": Failure("jnp.einsum('ij,jk->ik', ones((2, 3)), ones((4, 5)))", "error.shape_dot", "sizes"),
    "an axis too many": Failure("jnp.sum(ones(3), axis=1)", "error.axis", "axis"),
    "carry of another dtype": Failure(
        "lax.scan(lambda c, x: (c + x, x), jnp.int32(0), ones(3))", "error.scan_carry", "dtype and shape"
    ),
    "carry of another shape": Failure(
        "lax.scan(lambda c, x: (jnp.append(c, x), x), ones(1), ones(3))", "error.scan_carry", "dtype and shape"
    ),
    "scan body returns no pair": Failure("lax.scan(lambda c, x: c + x, 0.0, ones(3))", "error.scan_pair", "pair"),
    "scan over other lengths": Failure(
        "lax.scan(lambda c, x: (c, c), 0.0, (ones(3), ones(4)))", "error.scan_lengths", "length"
    ),
    "branches of other dtypes": Failure(
        "lax.cond(True, lambda x: x, lambda x: x.astype(int), ones(3))", "error.cond_branches", "same"
    ),
    "branches of other structures": Failure(
        "lax.cond(True, lambda x: (x, x), lambda x: x, ones(3))", "error.cond_branches", "same"
    ),
    "while carry": Failure(
        "lax.while_loop(lambda c: c < 3, lambda c: c + 1.5, jnp.int32(0))", "error.while_carry", "dtype and shape"
    ),
    "fori carry": Failure(
        "lax.fori_loop(0, 3, lambda i, c: c + 1.5, jnp.int32(0))", "error.scan_carry", "dtype and shape"
    ),
    "a condition of several": Failure(
        "lax.cond(ones(3) > 0, lambda x: x, lambda x: -x, ones(3))", "error.exception", "`lax.cond` takes one boolean"
    ),
    "a traced condition of several": Failure(
        "jax.jit(lambda x: lax.cond(x > 0, lambda x: x, lambda x: -x, x))(ones(3))", "error.exception", "`jnp.where`"
    ),
    "None for a condition": Failure(
        "lax.cond(None, lambda x: x, lambda x: -x, ones(3))", "error.exception", "without a `return`"
    ),
    "a branch's number of several": Failure(
        "lax.switch(jnp.arange(2), [jnp.sin, jnp.cos], ones(2))", "error.exception", "`lax.switch` one integer"
    ),
    "a branch's number of float": Failure(
        "lax.switch(1.0, [jnp.sin, jnp.cos], ones(2))", "error.exception", "`lax.switch` one integer"
    ),
    "while condition": Failure("lax.while_loop(lambda c: c, lambda c: c + 1, 0)", "error.while_condition", "boolean"),
    "a kernel that is compiled": Failure(
        "pl.pallas_call(copy, ones(3))(ones(3))", "error.kernel_not_interpreted", "`interpret=True`", KERNEL
    ),
    "a kernel with an array from outside": Failure(
        "weights = jnp.arange(3.0)\ndef scale(x, out): out[...] = x[...] * weights\n"
        "pl.pallas_call(scale, ones(3), interpret=True)(ones(3))",
        "error.kernel_constant",
        "as an operand",
        KERNEL,
    ),
    "a block's index from an array outside": Failure(
        "table = jnp.array([2, 0, 1])\nblock = pl.BlockSpec((1,), lambda i: table[i])\n"
        "pl.pallas_call(copy, ones(3), grid=3, in_specs=[block], interpret=True)(ones(3))",
        "error.index_map_constant",
        "num_scalar_prefetch",
        KERNEL,
    ),
    "a block's index from a traced array": Failure(
        "def call(table):\n    block = pl.BlockSpec((1,), lambda i: table[i])\n"
        "    return pl.pallas_call(copy, ones(3), grid=3, out_specs=block, interpret=True)(ones(3))\n"
        "jax.jit(call)(jnp.array([2, 0, 1]))",
        "error.index_map_constant",
        "as the first operand",
        KERNEL,
    ),
    "vmap of other sizes": Failure("jax.vmap(lambda x, y: x + y)(ones(3), ones(4))", "error.vmap_sizes", "`in_axes`"),
    "vmap of a scalar": Failure("jax.vmap(lambda x: x)(1.0)", "error.vmap_axes", "`in_axes`"),
    "in_axes of another length": Failure(
        "jax.vmap(lambda x, y: x + y, in_axes=(0,))(ones(3), ones(3))", "error.vmap_axes", "`in_axes`"
    ),
    "out_axes of another structure": Failure(
        "jax.vmap(lambda x: x, out_axes=(0, 0))(ones(3))", "error.vmap_axes", "`out_axes` of"
    ),
    "no out_axes": Failure("jax.vmap(lambda x: x, out_axes=None)(ones(3))", "error.vmap_axes", "`out_axes` of"),
    "an axis that doesn't divide": Failure(
        'NamedSharding(AbstractMesh((8,), ("data",)), P("data")).shard_shape((10,))',
        "error.sharding_indivisible",
        "axis 0 is partitioned 8 times",
    ),
    "shard_map of rows that don't divide": Failure(
        'many = AbstractMesh((8,), ("data",))\n'
        'jax.eval_shape(jax.shard_map(lambda x: x, mesh=many, in_specs=P("data"), out_specs=P("data")), ones(10))',
        "error.sharding_indivisible",
        "split evenly",
    ),
    "a sum of one device's rows": Failure(
        'one = jax.make_mesh((1,), ("data",), axis_types=(AxisType.Auto,))\n'
        'jax.shard_map(lambda x: x.sum(), mesh=one, in_specs=P("data"), out_specs=P())(ones(8))',
        "error.shard_map_replicated",
        "`jax.lax.psum`",
    ),
    "another name than the mesh's": Failure(
        'NamedSharding(jax.make_mesh((1,), ("data",)), P("rows"))', "error.mesh_axis", "names that the mesh"
    ),
    "psum outside of shard_map": Failure('lax.psum(ones(3), "data")', "error.mesh_axis", "inside `jax.shard_map`"),
    "not put on the mesh": Failure(
        'one = jax.make_mesh((1,), ("data",))\n'
        'jax.shard_map(lambda x: x, mesh=one, in_specs=P("data"), out_specs=P("data"))(ones(8))',
        "error.sharding_mismatch",
        "`jax.device_put`",
    ),
    "a product over a split axis": Failure(
        'one = jax.make_mesh((1,), ("data",))\n'
        'x = jax.device_put(ones((8, 8)), NamedSharding(one, P("data")))\nx.T @ x',
        "error.sharding_ambiguous",
        "`axis_types=(AxisType.Auto,)`",
    ),
    "a spec without its mesh": Failure('jax.device_put(ones(8), P("data"))', "error.no_mesh", "`NamedSharding(mesh"),
    "range of a float": Failure("[None for _ in range(3.0)]", "error.whole_number", "`int(…)`"),
    "range of an array": Failure("range(jnp.arange(3))", "error.exception", "where one whole number is needed"),
    "float of several": Failure("float(ones(3))", "error.exception", "that isn't a single number"),
    "item of several": Failure("ones(3).item()", "error.exception", "that isn't a single number"),
    "math of several": Failure("import math\nmath.sin(ones(3))", "error.exception", "use `jnp` in place of `math`"),
    "math of several, traced": Failure(
        "import math\njax.jit(lambda x: math.sin(x))(ones(3))", "error.exception", "use `jnp` in place of `math`"
    ),
    "float of several of NumPy": Failure("float(np.ones(3))", "error.exception", "that isn't a single number"),
    "a number taken apart": Failure("a, b = jnp.float32(1)", "error.exception", "an array without axes has no parts"),
    "a traced shape without a tuple": Failure(
        "jax.jit(lambda n: jax.random.normal(jax.random.key(0), n))(3)", "error.exception", "as in `(n,)`"
    ),
    "a forgotten return": Failure("return jnp.sin((lambda x: None)(1.0))", "error.list_argument", "without a `return`"),
    "None in a sum": Failure("return ones(3) + None", "error.exception", "without a `return`"),
    "the shape of None": Failure("return None.shape", "error.attribute", "without a `return`"),
    "too few values": Failure("a, b = (1,)", "error.exception", "takes a value apart"),
    "too many values": Failure("a, b = ones(3)", "error.exception", "takes a value apart"),
    "grad of a vector": Failure("jax.grad(lambda x: x * 2)(ones(3))", "error.grad_scalar", "scalar"),
    "grad of a while loop": Failure(
        "jax.grad(lambda x: lax.while_loop(lambda c: c < 3, lambda c: 2 * c, x))(1.0)",
        "error.reverse_loop",
        "fixed bounds",
    ),
    "grad of an int": Failure("jax.grad(lambda x: x * 2.0)(3)", "error.grad_int", "float"),
    "jacfwd of an int": Failure("jax.jacfwd(lambda x: x * 2.0)(3)", "error.grad_int", "such as an int or a bool"),
    "grad of a model with random keys": Failure(
        "return jax.grad(lambda m: m(ones(2)).sum())(nnx.Dropout(0.5, rngs=nnx.Rngs(0)))",
        "error.grad_int",
        "`nnx.grad`",
    ),
    "jacfwd of a model with random keys": Failure(
        "return jax.jacfwd(lambda m: m(ones(2)).sum())(nnx.Dropout(0.5, rngs=nnx.Rngs(0)))",
        "error.grad_int",
        "`nnx.grad`",
    ),
    "grad of a key": Failure(
        "jax.grad(lambda x, key: x * jax.random.normal(key), argnums=1)(1.0, jax.random.key(0))",
        "error.grad_int",
        "a random key",
    ),
    "grad of no pair": Failure(
        "jax.grad(lambda x: x, has_aux=True)(1.0)", "error.grad_scalar", "must return a pair: the scalar"
    ),
    "nnx.grad of no pair": Failure(
        "nnx.grad(lambda m: m(ones(2)).sum(), has_aux=True)(nnx.Linear(2, 2, rngs=nnx.Rngs(0)))",
        "error.exception",
        "with `has_aux=True` a function must return a pair",
    ),
    "grad of a pair": Failure("jax.grad(lambda x: (x, x))(1.0)", "error.grad_scalar", "`has_aux=True`"),
    "compiled ahead, then traced": Failure(
        "jax.vmap(jax.jit(jnp.sin).lower(jnp.zeros(())).compile())(jnp.zeros(3))",
        "error.compiled_ahead",
        "Call what `jax.jit` returns",
    ),
    "no custom rule": Failure("jax.custom_vjp(lambda x: x)(1.0)", "error.custom_rule_missing", "`f.defvjp("),
    "a forward rule without residuals": Failure(
        "f = jax.custom_vjp(lambda x: x)\nf.defvjp(lambda x: x, lambda _, g: (g,))\njax.grad(f)(1.0)",
        "error.custom_vjp_forward",
        "pair",
    ),
    "a backward rule without a tuple": Failure(
        "f = jax.custom_vjp(lambda x: x)\nf.defvjp(lambda x: (x, x), lambda _, g: g)\njax.grad(f)(1.0)",
        "error.custom_vjp_backward",
        "comma",
    ),
    "a backward rule of another shape": Failure(
        "f = jax.custom_vjp(lambda x: x)\nf.defvjp(lambda x: (x, x), lambda _, g: (ones(3),))\njax.grad(f)(1.0)",
        "error.custom_vjp_backward",
        "of its shape",
    ),
    "forward mode through a rule for reverse mode": Failure(
        "jax.jvp(lambda x: scale(x, 2.0), (1.0,), (1.0,))", "error.exception", "for reverse mode alone", RULED
    ),
    "a rule for tangents without a pair": Failure(
        "f = jax.custom_jvp(lambda x: x)\nf.defjvp(lambda x, t: x[0])\njax.grad(f)(1.0)",
        "error.custom_jvp_rule",
        "must return a pair",
    ),
    "a rule for tangents of another shape": Failure(
        "f = jax.custom_jvp(lambda x: x)\nf.defjvp(lambda x, t: (x[0], ones(3)))\njax.grad(f)(1.0)",
        "error.custom_jvp_rule",
        "the same structure, shape and dtype",
    ),
    "a rule for tangents of another structure": Failure(
        "f = jax.custom_jvp(lambda x: x)\nf.defjvp(lambda x, t: (x[0], (t[0], t[0])))\njax.grad(f)(1.0)",
        "error.custom_jvp_rule",
        "the same structure, shape and dtype",
    ),
    "a static array": Failure("jax.jit(lambda x: x, static_argnums=0)(ones(3))", "error.static_unhashable", "hashed"),
    "an unregistered class": Failure("jax.jit(lambda b: b)(Plain(1))", "error.not_a_pytree", "registered"),
    "a list of text": Failure("jnp.asarray({1})", "error.not_a_pytree", "numbers and booleans only"),
    "text in a jitted function": Failure("jax.jit(lambda x: x)(np.array(['a']))", "error.not_a_pytree", "numbers and"),
    "a generator": Failure("jax.jit(lambda x: x)(i for i in (1, 2))", "error.not_a_pytree", "doesn't look into"),
    "an unregistered result": Failure("jax.jit(lambda x: Plain(x))(1.0)", "error.not_a_pytree", "registered"),
    "a string argument": Failure(
        "jax.jit(lambda s: s)('tanh')", "error.not_a_pytree", "contains none: str. It can't be"
    ),
    "a string leaf": Failure(
        "jax.jit(lambda b: b)({'kind': 'tanh'})", "error.not_a_pytree", "contains none: str. It can't"
    ),
    "a string result": Failure(
        "jax.jit(lambda x: 'tanh')(1.0)", "error.not_a_pytree", "contains none: str. It can't be"
    ),
    "a function as leaf": Failure("jax.jit(lambda b: b)([jnp.tanh, len])", "error.not_a_pytree", "isn't an array"),
    "a donated buffer": Failure(
        "x = ones(3)\njax.jit(lambda x: x + 1, donate_argnums=0)(x)\nreturn x + 1", "error.donated", "donated"
    ),
    "assignment to an element": Failure("x = ones(3)\nx[0] = 2.0", "error.immutable", "`x = x.at[index].set(value)`"),
    "adding to an element": Failure("x = ones(3)\nx[0] += 2.0", "error.immutable", "`x = x.at[index].set(value)`"),
    "filling a diagonal": Failure("jnp.fill_diagonal(ones((2, 2)), 1)", "error.immutable", "`x = x.at[index]"),
    "put": Failure("jnp.put(ones(3), 0, 1)", "error.immutable", "`x = x.at[index].set(value)`"),
    "put_along_axis": Failure(
        "jnp.put_along_axis(ones(3), jnp.array([0]), 1.0, 0)", "error.immutable", "`x = x.at[index].set(value)`"
    ),
    "add.at": Failure("jnp.add.at(ones(3), 0, 1)", "error.immutable", "`x = x.at[index].set(value)`"),
    "assignment into a tuple": Failure("x = (1, 2)\nx[0] = 2", "error.immutable", "assigned into a value"),
    "a list for an array": Failure("jnp.sum([1.0, 2.0])", "error.list_argument", "`jnp.asarray(…)`"),
    "an index of float": Failure("ones(3)[1.0]", "error.index_type", "integer"),
    "too many indices": Failure("ones(3)[0, 1]", "error.index_count", "axes"),
    "an argument that JAX doesn't implement": Failure(
        "jnp.sum(ones(3), out=ones(3))", "error.not_implemented", "can't do what is asked of it"
    ),
    "a transpose that JAX doesn't have": Failure(
        "jax.linear_transpose(jnp.sin, ones(3))(ones(3))", "error.not_implemented", "can't do what is asked of it"
    ),
    "a part to be written": Failure("raise NotImplementedError", "error.not_implemented", "still to be written"),
    "unique under jit": Failure("jax.jit(jnp.unique)(ones(3))", "error.tracer_shape", "`size=`"),
    "bounds of other types": Failure("lax.fori_loop(0.0, 3, lambda i, c: c, 0)", "error.exception", "`TypeError`"),
    "a missing attribute": Failure("ones(3).numpy()", "error.attribute", "A JAX array has no `numpy`"),
    "a missing attribute of a tracer": Failure(
        "jax.jit(lambda x: x.numpy())(ones(3))", "error.attribute", "A traced array has no `numpy`. Look"
    ),
    "a missing attribute, mapped": Failure(
        "jax.vmap(lambda x: x.detach())(ones(3))", "error.attribute", "A traced array has no `detach`. Look"
    ),
    "a missing attribute, differentiated": Failure(
        "jax.grad(lambda x: x.numpy())(1.0)", "error.attribute", "A traced array has no `numpy`. Look"
    ),
    "a new attribute of a tracer": Failure(
        "jax.jit(lambda x: setattr(x, 'name', 1))(1.0)", "error.attribute", "A traced array has no `name`. Look"
    ),
    "a missing function": Failure("jnp.fooo(1)", "error.attribute", "`jnp` has no `fooo`"),
    "another structure": Failure(
        "jax.tree.map(lambda a, b: a + b, (1, 2), [1, 2])", "error.tree_structure", "structure"
    ),
    "another dict": Failure(
        "jax.tree.map(lambda a, b: a + b, {'a': 1}, {'b': 1})", "error.tree_structure", "structure"
    ),
    "a float for a size": Failure("jnp.zeros(3.0)", "error.float_shape", "int"),
    "a missing argument": Failure("nnx.Linear(2, rngs=nnx.Rngs(0))", "error.arguments", "argument"),
    "an undefined name": Failure("return undefined_name", "error.name", "not defined"),
    "a local before it is set": Failure("y = y + 1", "error.name", "before"),
    "dividing by zero": Failure("return 1 // 0", "error.exception", "`ZeroDivisionError`"),
    "a missing key": Failure("return {}['a']", "error.key", "no key"),
    "an index too large": Failure("return [1][3]", "error.index", "index"),
    "NaN found": Failure("with jax.debug_nans(True):\n    return jnp.log(-ones(3))", "error.nan", "NaN"),
    "promotion forbidden": Failure(
        "with jax.numpy_dtype_promotion('strict'):\n    return ones(3) + np.ones(3, 'int32')",
        "error.promotion",
        "dtype",
    ),
    "a list in itself": Failure("x = []\nx.append(x)\nreturn jax.tree.leaves(x)", "error.recursion", "contains itself"),
    "the network": Failure("raise PermissionError(1, 'Operation not permitted')", "error.not_allowed", "the network"),
    "a path": Failure("raise PermissionError(13, 'Permission denied', '/etc')", "error.path", "in `/tmp`"),
    "a path that is read-only": Failure("raise OSError(30, 'Read-only file system', '/x')", "error.path", "in `/tmp`"),
    "recursion": Failure("return f()", "error.recursion", "calls itself", "def f():\n    return f()\n"),
}
"""Learners' mistakes, with errors raised by the installed JAX and Flax."""
