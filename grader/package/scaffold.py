"""The files of a new problem: small, complete and working, as a starting point for the author."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.archive import write_new
from grader.package.files import SLUG

if TYPE_CHECKING:
    from pathlib import Path

PROBLEM_FILES = {
    "problem.yaml": """\
format_version: 1
uuid: {uuid}
name: {name}
track: My track
track_position: 1
difficulty: 1 # 1 to 5
concepts:
  teaches: [broadcasting]
  requires: []
credits: {credits}
license: Apache-2.0
entry_point: {slug}
parameters:
  - {{name: x, type: "float32[N, D]", about: N rows with D numbers each}}
returns:
  type: "float32[N, D]"
  about: the rows, each less its mean
checks: # `jaxdojo check list` shows all that can be checked
  values: {{tolerance: 8}}
  repeat: {{}}
  inputs_unchanged: {{}}
""",
    "statement.md": """\
Write `{slug}(x)`, which takes a float32 array of shape `(N, D)` and returns it with the mean of each row taken off that
row.

### Example

```python run
import jax.numpy as jnp

out = {slug}(jnp.array([[1.0, -2.0], [4.0, 1.0]]))
assert out.tolist() == [[1.5, -1.5], [1.5, -1.5]]
```
""",
    "lesson.md": """\
What should a learner know before this problem? Say it here. Code that is marked `run` is executed when the problem is
published, and its assertions must hold:

```python run
import jax.numpy as jnp

rows = jnp.ones((2, 3))
assert rows.mean(axis=1).shape == (2,)
assert rows.mean(axis=1, keepdims=True).shape == (2, 1)
```
""",
    "hints.md": """\
## Hint

`mean` takes an axis.

## Hint

An axis of size 1 broadcasts; `keepdims=True` leaves one.
""",
    "starter.py": """\
import jax.numpy as jnp


def {slug}(x):
    return x  # your code here
""",
    "cases.py": """\
\"\"\"Inputs of `{slug}`. Samples are shown to learners, the pool is hidden.\"\"\"

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(1, 1), (1, 4), (3, 1), (2, 3), (7, 5), (16, 8)]


def draw(shape, rng):
    return rng.normal(scale=10, size=shape).astype(np.float32)


def make_case(name, first, other):
    calls = [
        Call({{"x": first}}, label="a first time"),
        Call({{"x": other}}, label="other numbers"),
        Call({{"x": first}}, label="the first again"),
    ]
    return Case(name, f"shape {{first.shape}}", calls)


def samples():
    example = np.array([[1, -2], [4, 1]], np.float32)  # of the statement
    return [make_case("sample", example, draw((2, 2), np.random.default_rng(0)))]


def pool(rng):
    return [make_case(f"hidden-{{i + 1}}", draw(shape, rng), draw(shape, rng)) for i, shape in enumerate(SHAPES)]
""",
}
REFERENCE_FILES = {
    "reference.py": """\
import jax.numpy as jnp


def {slug}(x):
    return x - jnp.mean(x, axis=1, keepdims=True)
""",
    "submissions.yaml": """\
accepted:
  canonical.py: "`keepdims`."
  new_axis.py: Indexing with None.
rejected:
  mean_of_all.py:
    verdict: wrong_answer
    code: values.mismatch
    message: Without an axis, the mean is that of all numbers.
""",
    "accepted/canonical.py": """\
def {slug}(x):
    return x - x.mean(axis=1, keepdims=True)
""",
    "accepted/new_axis.py": """\
import jax.numpy as jnp


def {slug}(x):
    return x - jnp.mean(x, axis=1)[:, None]
""",
    "rejected/mean_of_all.py": """\
def {slug}(x):
    return x - x.mean()
""",
}


def write_package(slug: str, problems: Path, references: Path, *, name: str, credits_: str) -> list[Path]:
    """Write a new problem's files below `problems` and `references`; return their paths.

    Raises `PackageError` if the slug is invalid or taken, as nothing is overwritten, and `OSError`.
    """
    folders = {problems / slug: PROBLEM_FILES, references / slug: REFERENCE_FILES}
    if not SLUG.fullmatch(slug):
        message = "a problem is named in lower case letters, digits and underscores"
        raise PackageError(message, file=slug, suggestion="for instance my_problem")
    for folder in folders:
        if folder.exists():
            raise PackageError("the folder exists already", file=str(folder), suggestion="choose another name")
    values = {"slug": slug, "uuid": str(uuid.uuid4()), "name": _quote(name), "credits": _quote(credits_)}
    return write_new(
        {
            folder: {file: text.format(**values).encode() for file, text in files.items()}
            for folder, files in folders.items()
        }
    )


def _quote(text: str) -> str:
    """Return a text as a quoted YAML scalar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
