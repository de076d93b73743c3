"""The search for masked NaNs finds them in the submission's lines, and in given functions that JAX calls directly."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from grader.inside.bodies import BODIES
from grader.inside.source import FILENAME
from grader.inside.studies.guards import Search

GIVEN = "import jax.numpy as jnp\n\ndef root(x):\n    return jnp.sqrt(x)\n"
LIBRARY = "import jax.numpy as jnp\n\ndef masked(x):\n    return jnp.where(x > 0, jnp.sqrt(x), x)\n"
HEAD = "import jax\nimport jax.numpy as jnp\n"
MASKS = {
    "called by a branch": "jax.vmap(lambda x: jax.lax.cond(x > 0, lambda x: root(x), lambda x: x, x))(xs)",
    "given as a branch": "jax.vmap(lambda x: jax.lax.cond(x > 0, root, lambda x: x, x))(xs)",
    "given to jit": "jnp.where(xs > 0, jax.jit(root)(xs), xs)",
    "given to vmap": "jnp.where(xs > 0, jax.vmap(root)(xs), xs)",
    "given to map": "jnp.where(xs > 0, jax.lax.map(root, xs), xs)",
}
SAFE = {
    "harmless inputs": "jnp.where(xs > 0, jax.jit(root)(jnp.where(xs > 0, xs, 1)), xs)",
    "a branch that is not taken": "jax.lax.map(lambda x: jax.lax.cond(x > 0, root, lambda x: x, x), xs)",
}


def search(expression: str) -> tuple[str, str, int] | None:
    """Return what is found in a submission that returns `expression` in line 4; `root` is the problem's function."""
    given: dict[str, Any] = {}
    exec(compile(GIVEN, BODIES, "exec"), given)  # noqa: S102
    exec(compile(LIBRARY, "/lib/site-packages/some/masks.py", "exec"), given)  # noqa: S102
    names: dict[str, Any] = {"masked": jax.jit(given["masked"])}
    exec(compile(f"{HEAD}def solve(root, xs):\n    return {expression}\n", FILENAME, "exec"), names)  # noqa: S102
    found = Search({"nan": jnp.isnan})
    outputs = found.run_call(names["solve"], [given["root"], jnp.array([4.0, -4.0])])
    assert np.asarray(outputs[0]).tolist() == [2.0, -4.0]
    return found.found


@pytest.mark.parametrize("expression", MASKS.values(), ids=MASKS)
def test_a_masked_nan_of_a_given_function_is_found(expression: str) -> None:
    assert search(expression) == ("nan", "sqrt", 4)


@pytest.mark.parametrize("expression", SAFE.values(), ids=SAFE)
def test_nothing_is_found_where_no_nan_is_made(expression: str) -> None:
    assert search(expression) is None


def test_a_library_may_mask_its_own() -> None:
    assert search("masked(xs)") is None
