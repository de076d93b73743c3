"""The editor's remarks while a program is typed: none about right programs, and correct ones about wrong programs."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

import pytest

from scripts.setup.front_end import find_node

ROOT: Final = Path(__file__).resolve().parents[3]
WEB: Final = ROOT / "web"
NODE: Final = find_node(Path(sysconfig.get_path("purelib"))).program
ESBUILD: Final = WEB / "node_modules" / ".bin" / "esbuild"
CHECK: Final = """
import { parser } from "@lezer/python";
import { readFileSync } from "node:fs";
import { findProblems } from "./src/scopes";
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => findProblems(parser.parse(text), text)
  .map((one) => [one.kind, text.slice(0, one.from).split("\\n").length, one.name, one.nearest ?? ""]))));
"""
RIGHT: Final = {
    "comprehensions": "x = [i for i, j in {} if (k := j)]\ny = {a: b for a, b in x}\nz = sum(c for c in x)\nprint(k)",
    "starred targets": "x = [b for a, *b in [[1]]]\ny = {c: d for *c, (d, *e) in x if e for f, *g in c if f and g}\n"
    "z = sum(i for *h, i in x if h)\nfor j, *k in y:\n    print(j, k)",
    "class": "class A:\n    n = 1\n    m = [n for _ in range(3)]\n    def f(self):\n        return __class__, self.n",
    "later": "def f():\n    return g()\ndef g():\n    return f",
    "global": "def f():\n    global n\n    n = 1\nprint(n)",
    "nonlocal": "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n    return g",
    "except": "try:\n    pass\nexcept (ValueError, OSError) as e:\n    print(e)",
    "with": "with open('a') as f, open('b') as g:\n    print(f, g)",
    "with in parentheses": "with (\n    open('a') as f,\n    open('b') as g,\n):\n    print(f, g)",
    "match": "match [1]:\n    case [a, *b] | {'k': a, **b}:\n        print(a, b)\n"
    "    case int() as c if c:\n        print(c)",
    "star import": "from jax import *\nprint(anything)",
    "exec": "exec('a = 1')\nprint(a)",
    "imports": "import a.b, c.d as e\nfrom f import (g as h, i)\nprint(a, e, h, i)",
    "parameters": "def f(a, /, b=1, *c, d: int = 2, **e):\n    return a, b, c, d, e\ng = lambda x, *y, z=f: (x, y, z)",
    "empty patterns": "def f(x):\n    match x:\n        case [] | [[], 1] | {'a': []}:\n            return 1\n"
    "        case {}:\n            return 2\n        case f(y=[]):\n            return 3",
    "type parameters": "def f[T](x: T) -> T:\n    return x\nclass A[U]:\n    u: U\ntype B[V] = list[V]\nprint(B)",
    "strings": "a = 1\nprint(f'{a!r:>{a}} {a=}', r'\\d', b'x', '''\n'\"''', 'it\\'s')",
    "targets": "a, (b, *c), d.x = 1, 2, 3\nd = a\nfor e, [f, g] in c:\n    print(b, e, f, g)\ndel a",
    "generator": "def f():\n    x = yield\n    yield\n    return x",
    "keywords": "print(1, sep='')\nclass A(object, metaclass=type): pass",
    "decorators": "import jax\n@jax.jit\ndef f(x):\n    return x\n"
    "@jax.jit(static_argnames='n')\ndef g(x, n):\n    return x",
    "unpacked": "def f[*Ts](x: tuple[int, *Ts], *rest: *Ts):\n    return x[*rest], x[0, *rest]\n"
    "y: tuple[*tuple[int, ...]]\ny[*f, 0] = 1",
    "empty": "",
}
WRONG: Final[list[tuple[str, str, int, str, str]]] = [
    ("import jax.numpy as jnp\nx = jpn.ones(3)", "undefinedName", 2, "jpn", "jnp"),
    ("def f(x):\n    return y", "undefinedName", 2, "y", ""),
    ("def f():\n    a = 1\nprint(a)", "undefinedName", 3, "a", ""),
    ("class A:\n    n = 1\n    def f(self):\n        return n", "undefinedName", 4, "n", ""),
    ("x = [i for i in range(3)]\nprint(i)", "undefinedName", 2, "i", ""),
    ("print(1, sep=no)", "undefinedName", 1, "no", ""),
    ("print(f'{no}')", "undefinedName", 1, "no", ""),
    ("def forward(x):\n    return x\nprint(forwrd(1))", "undefinedName", 3, "forwrd", "forward"),
    ("rate = 1\nprint(Rate)", "undefinedName", 2, "Rate", "rate"),
    ("class Layer:\n    weight = 1\n    def f(self):\n        return weigth", "undefinedName", 4, "weigth", ""),
    ("def f(scale):\n    def g():\n        return scael\n    return g", "undefinedName", 3, "scael", "scale"),
    ("print(enumerat([]))", "undefinedName", 1, "enumerat", "enumerate"),
    ("def f(x)\n    return x\n", "missingColon", 1, "", ""),
    ("x = 1\nfor i in range(3)\n    print(i)\n", "missingColon", 2, "", ""),
    ("x = f(1\ny = 2\n", "neverClosed", 1, "(", ""),
    ("x = [1, 2\n", "neverClosed", 1, "[", ""),
    ("a = 1\nx = 'a\n", "openString", 2, "", ""),
    ("x = 1 +\n", "brokenSyntax", 1, "", ""),
    ("x = [b for *b in [[1]]]", "brokenSyntax", 1, "", ""),
    ("x = [a for a, * in [[1]]]", "brokenSyntax", 1, "", ""),
    ("x = [no for a, *b in [[1]]]", "undefinedName", 1, "no", ""),
    ("x = [1]\nx[*]", "brokenSyntax", 2, "", ""),
    ("x = [1]\nx[*no]", "undefinedName", 2, "no", ""),
]


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not Path(NODE).exists() or not ESBUILD.exists():
        pytest.skip("needs Node.js and the npm packages (`make setup`)")
    made = tmp_path_factory.mktemp("scopes") / "check.cjs"
    command = [str(ESBUILD), "--bundle", "--platform=node", "--format=cjs", f"--outfile={made}", "--loader=ts"]
    subprocess.run([*command, "--log-level=error"], input=CHECK, text=True, cwd=WEB, check=True, timeout=120)
    return made


def check(checker: Path, texts: list[str]) -> list[list[list[object]]]:
    done = subprocess.run(
        [NODE, checker], input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=120
    )
    found: list[list[list[object]]] = json.loads(done.stdout)
    return found


def test_right_programs_are_left_alone(checker: Path) -> None:
    found = check(checker, list(RIGHT.values()))
    assert {name: said for name, said in zip(RIGHT, found, strict=True) if said} == {}


def test_wrong_programs_are_told_what_is_wrong(checker: Path) -> None:
    found = check(checker, [text for text, *_ in WRONG])
    for (text, *expected), said in zip(WRONG, found, strict=True):
        assert said == [expected], text


def test_no_false_alarm_on_code_that_runs(checker: Path) -> None:
    """Each shipped solution and the project's own code: any remark about them is wrong."""
    solutions = (ROOT / "reference_solutions").glob("*/*/*.py")
    files = sorted([*solutions, *(ROOT / "grader").rglob("*.py"), *(ROOT / "app").rglob("*.py")])
    assert len(files) > 500
    found = check(checker, [file.read_text("utf-8") for file in files])
    assert {str(file): said for file, said in zip(files, found, strict=True) if said} == {}
