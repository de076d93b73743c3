"""What learners submit by accident and in despair: each gets the right verdict and code, and a helpful sentence."""

from __future__ import annotations

import textwrap
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

V = Verdict
CALL = "jit_forward(seed, x, features, num_calls)"
TAMPERED = "What came back from the sandbox is not what the grader's own code sends."


def body(text: str, rest: str = "") -> bytes:
    """Return a submission whose entry point consists of `text`, from line 4 on."""
    lines = textwrap.indent(textwrap.dedent(text).strip("\n"), "    ")
    return f"import os, sys\nimport numpy as np\ndef {CALL}:\n{lines}\n{textwrap.dedent(rest)}".encode()


@dataclass(frozen=True)
class Bad:
    """A submission and its expected result. `words` is the beginning of the sentence."""

    source: bytes
    verdict: Verdict
    code: str
    words: str
    line: int | None = None
    trace: str | None = None
    """Part of the traceback."""


R = V.REJECTED_SOURCE
E = V.RUNTIME_ERROR
BAD = {
    "empty": Bad(b"", R, "source.empty", "The file is empty."),
    "white": Bad(b" \n\t\r\n ", R, "source.empty", "The file is empty."),
    "too large": Bad(b"#" * 65537, R, "source.too_large", "The file has 65537 bytes; at most 65536 are graded."),
    "not UTF-8": Bad(b"x = 1\n# na\xefve", R, "source.encoding", "Line 2 is not UTF-8 text.", 2),
    "NUL": Bad(b"x = 1\ny = '\0'", R, "source.nul", "Line 2 holds a NUL byte", 2),
    "syntax": Bad(
        b"x = 1\ndef f(:\n", R, "source.syntax", "Line 2 is not valid Python: invalid syntax.", 2, "    def f(:\n"
    ),
    "indentation": Bad(
        b"def f():\nreturn 1\n", R, "source.syntax", "Line 2 is not valid Python: expected an indented block", 2
    ),
    "too complex": Bad(b"x = " + b"-" * 30000 + b"1", R, "source.syntax", "Python can't compile the file: "),
    "text that is no Python": Bad(b"How do I do this?\n", R, "source.syntax", "Line 1 is not valid Python: ", 1),
    "no entry point": Bad(b"def forward(): ...\n", R, "source.no_entry_point", f"The file does not define `{CALL}`."),
    "entry point of another kind": Bad(
        b"jit_forward = 3\n", R, "source.no_entry_point", f"The file does not define `{CALL}`."
    ),
    "too few parameters": Bad(
        b"def jit_forward(seed, x): ...\n",
        R,
        "source.arity",
        f"`jit_forward(seed, x)` can't be called as `{CALL}`.",
    ),
    "keyword only": Bad(
        b"def jit_forward(seed, x, *, features, num_calls): ...\n",
        R,
        "source.arity",
        f"`jit_forward(seed, x, *, features, num_calls)` can't be called as `{CALL}`.",
    ),
    "import of something missing": Bad(
        b"import jax\nimport torch\n",
        E,
        "error.import",
        "An import failed: No module named 'torch'. JAX, Flax, Optax and NumPy can be imported. Line 2.",
        2,
        "  line 2, in <module>\n    import torch\nModuleNotFoundError: No module named 'torch'",
    ),
    "import of a missing name": Bad(
        b"from jax import vamp\n",
        E,
        "error.import",
        "An import failed: cannot import name 'vamp' from 'jax'. JAX,",
        1,
        "ImportError: cannot import name 'vamp' from 'jax'",
    ),
    "endless loop": Bad(
        body("while True: pass"),
        V.TIME_LIMIT_EXCEEDED,
        "limit.time",
        "Your code took more than 2 seconds of processor time in case 1. It was in line 4 then: look there for a",
        4,
    ),
    "sys.exit": Bad(
        body("sys.exit(0)"), E, "error.exit", "Your code ended the process (`SystemExit`). Take out what does so", 4
    ),
    "sys.exit at the top": Bad(
        b"import sys\nsys.exit('bye')\n", E, "error.exit", "Your code ended the process (`SystemExit`).", 2
    ),
    "os._exit": Bad(
        body("os._exit(0)"), E, "error.exit", "Your code ended the process in case 1. Take out what does so."
    ),
    "os._exit at the top": Bad(
        b"import os\nos._exit(3)\n", E, "error.exit", "Your code ended the process while the file was imported."
    ),
    "an exception": Bad(
        body("return helper(x)", "def helper(x):\n    raise ValueError('first\\nsecond')\n"),
        E,
        "error.exception",
        "`ValueError` was raised. Line 6.",
        6,
        "Traceback (your lines):\n  line 4, in jit_forward\n    return helper(x)\n  line 6, in helper\n"
        "    raise ValueError('first\\nsecond')\nValueError: first\nsecond",
    ),
    "an exception deep in JAX": Bad(
        body(
            """
            import jax
            @jax.jit
            def product(x):
                return x @ np.ones((77, 77))
            return product(x)
            """
        ),
        E,
        "error.shape_dot",
        "The inner sizes of a product differ",
        7,
        "  line 8, in jit_forward\n    return product(x)\n  line 7, in product\n    return x @ np.ones((77, 77))\n",
    ),
    "an exception that can't be told": Bad(
        body("raise Odd()", "class Odd(Exception):\n    def __str__(self):\n        raise KeyError(1)\n"),
        E,
        "error.exception",
        "`Odd` was raised. Line 4.",
        4,
        "Odd: (the exception's own message could not be made)",
    ),
    "an exception of odd letters": Bad(
        body("raise ValueError('\\udc80')"), E, "error.exception", "`ValueError` was raised.", 4, "ValueError: \\udc80"
    ),
    "a flood at the top": Bad(
        b"while True: print('x' * 1000)\n",
        V.OUTPUT_LIMIT_EXCEEDED,
        "limit.output",
        "Your code printed more than is allowed while the file was imported. Print less.",
    ),
    "a flood": Bad(
        body("while True: print('x' * 1000, file=sys.stderr)"),
        V.OUTPUT_LIMIT_EXCEEDED,
        "limit.output",
        "Your code printed more than is allowed in case 1. Print less.",
    ),
    "a huge array": Bad(
        body("return np.ones(4 << 30)"), V.MEMORY_LIMIT_EXCEEDED, "limit.memory", "The memory limit was reached.", 4
    ),
    "a huge JAX array": Bad(
        body("import jax.numpy as jnp\nreturn jnp.ones(4 << 30)"),
        V.MEMORY_LIMIT_EXCEEDED,
        "limit.memory",
        "The memory limit was reached.",
        5,
    ),
    "a list that grows": Bad(
        body("a = []\nwhile True: a.append(bytes(10_000_000))"),
        V.MEMORY_LIMIT_EXCEEDED,
        "limit.memory",
        "The memory limit was reached.",
        5,
    ),
    "fork": Bad(
        body("os.fork()"),
        E,
        "error.forbidden",
        "Your code did something in case 1 that submissions may not do, such as starting a process.",
    ),
    "a subprocess": Bad(
        b"import subprocess\nsubprocess.run(['ls'])\n",
        E,
        "error.forbidden",
        "Your code did something while the file was imported that submissions may not do",
    ),
    "deep recursion": Bad(
        body("return f(1)", "def f(n):\n    return f(n + 1)\n"),
        E,
        "error.recursion",
        "A function calls itself endlessly",
        6,
    ),
    "descriptors closed": Bad(body("os.closerange(3, 256)\nreturn x"), V.TAMPERING, "tampering.harness", TAMPERED),
    "garbage in the descriptors": Bad(
        body(
            """
            for fd in range(3, 256):
                try: os.write(fd, b'garbage' * 100)
                except OSError: pass
            return x
            """
        ),
        V.TAMPERING,
        "tampering.protocol",
        TAMPERED,
    ),
    "the grader's own modules": Bad(
        body("import grader.protocol\nreturn x"),
        V.TAMPERING,
        "tampering.introspection",
        "Line 4 imports the grader's modules. Submissions may not look into the process that runs them.",
        4,
    ),
    "nothing returned": Bad(
        body("pass"),
        V.INVALID_OUTPUT,
        "values.structure",
        "The output is None; an array float32[4] is expected in call 1",
    ),
    "a long list": Bad(
        body("return list(range(30_000))"),
        V.INVALID_OUTPUT,
        "values.structure",
        "The result holds too many single values in call 1",
    ),
    "a deep list": Bad(
        body("a = []\nfor _ in range(60): a = [a]\nreturn a"),
        V.INVALID_OUTPUT,
        "values.structure",
        "The result is nested more than 30 deep in call 1",
    ),
    "a long int": Bad(
        body("return 10 ** 5000"),
        V.INVALID_OUTPUT,
        "values.structure",
        "The result is an int of 16610 bits, which is too",
    ),
    "large arrays": Bad(
        body("return [np.zeros(60 << 20, np.uint8)] * 4"),
        V.INVALID_OUTPUT,
        "values.structure",
        "The result holds too many bytes of arrays in call 1",
    ),
    "a generator": Bad(
        body("yield x"), V.INVALID_OUTPUT, "values.structure", "The result is of type generator in call 1"
    ),
    "a coroutine": Bad(
        f"async def {CALL}:\n    return x\n".encode(),
        V.INVALID_OUTPUT,
        "values.structure",
        "The result is of type coroutine in call 1",
    ),
}
OURS = ("site-packages", "/dojo", "grader/", "harness.py", "probes.py", "fresh_module", "enter__", "importlib")


def grade(grader: Grader, bundle: Bundle, source: bytes | str, mode: Mode = Mode.RUN) -> Report:
    return grader.grade(bundle, source.encode() if isinstance(source, str) else source, mode=mode)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_bad_input_is_told_what_it_is(grader: Grader, bundle: Bundle, bad: Bad) -> None:
    if bad.code == "limit.time":
        limits = bundle.manifest.limits.model_copy(update={"time_s": 2.0})
        bundle = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    report = grade(grader, bundle, bad.source, Mode.SUBMIT)
    assert (report.verdict, report.code) == (bad.verdict, bad.code), report.message
    assert report.message.startswith(bad.words)
    assert report.line == bad.line
    assert report.score == 0
    text = report.model_dump_json()
    assert [word for word in OURS if word in text] == [], text[-3000:]
    if bad.trace is not None:
        assert report.error is not None
        assert bad.trace in report.error.traceback


def test_an_endless_loop_at_the_top_has_its_own_limit(
    grader: Grader, bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.grading.conversation.LOAD_SECONDS", 2.0)
    monkeypatch.setattr("grader.grading.grade.LOAD_SECONDS", 2.0)
    report = grade(grader, bundle, "while True: pass\n")
    assert (report.verdict, report.code) == (V.TIME_LIMIT_EXCEEDED, "limit.time")
    words = "Your code took more than 2 seconds of processor time while the file was imported."
    assert report.message.startswith(words)


def test_the_grader_is_well_after_all_that(grader: Grader, bundle: Bundle, canonical: str) -> None:
    assert grade(grader, bundle, canonical).verdict is V.ACCEPTED


FINE = {
    "Windows lines": lambda text: text.replace("\n", "\r\n").encode(),
    "old Macintosh lines": lambda text: text.replace("\n", "\r").encode(),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "no newline at the end": lambda text: text.rstrip().encode(),
    "other letters": lambda text: text.replace("model", "modèle").replace("out", "Ω").encode(),
    "a function called like an operation": lambda text: text.replace("forward(model, x)", "add(model, x)").encode(),
    "annotations of the future": lambda text: b"from __future__ import annotations\n" + text.encode(),
    "a docstring": lambda text: b'"""Mine."""\n' + text.encode(),
    "a warning": lambda text: text.encode() + b"\nimport warnings\nwarnings.warn('careful', stacklevel=1)\n",
    "sys.stdout closed": lambda text: text.encode() + b"\nimport sys\nsys.stdout.close()\n",
    "much memory given back": lambda text: text.encode() + b"\nimport numpy\nnumpy.ones(50_000_000).sum()\n",
}


@pytest.mark.parametrize("change", FINE.values(), ids=FINE)
def test_odd_files_that_are_right_are_accepted(grader: Grader, bundle: Bundle, canonical: str, change: object) -> None:
    assert callable(change)
    source = change(canonical)
    assert source != canonical.encode()
    report = grade(grader, bundle, source)
    assert report.verdict is V.ACCEPTED, report.message


def test_run_grades_the_samples_alone(grader: Grader, bundle: Bundle, canonical: str) -> None:
    report = grade(grader, bundle, canonical, Mode.RUN)
    assert [case.name for case in report.cases] == [case.name for case in bundle.samples]
    assert not any(case.hidden for case in report.cases)
    assert report.mode is Mode.RUN


def test_what_the_top_level_prints_is_shown_once(grader: Grader, bundle: Bundle, canonical: str) -> None:
    report = grade(grader, bundle, canonical + "print('héllo')\n", Mode.SUBMIT)
    assert report.verdict is V.ACCEPTED
    assert len(bundle.samples) > 1
    assert (report.output, report.output_truncated) == ("héllo\n", False)


def test_a_flood_below_the_cap_is_kept_and_cut(grader: Grader, bundle: Bundle, canonical: str) -> None:
    kept = grader.settings.output_kept
    report = grade(grader, bundle, canonical + f"print('y' * {kept}, 'z')\n")
    assert report.verdict is V.ACCEPTED
    assert (report.output, report.output_truncated) == ("y" * kept, True)


def test_output_is_kept_where_the_submission_fails(grader: Grader, bundle: Bundle) -> None:
    report = grade(grader, bundle, body("print('before'); print('problem', file=sys.stderr)\nos._exit(1)"))
    assert report.code == "error.exit"
    assert report.output in {"before\nproblem\n", "problem\n"}  # os._exit discards what Python hasn't written yet


COUNTING = "\nimport sys\nsys.imports = getattr(sys, 'imports', 0) + 1\n"


def test_prints_of_hidden_cases_are_not_shown(grader: Grader, bundle: Bundle, canonical: str) -> None:
    source = canonical + COUNTING + "print('import', sys.imports)\nprint('y' * 70_000 if sys.imports > 2 else '')\n"
    report = grade(grader, bundle, source, Mode.SUBMIT)
    assert report.verdict is V.ACCEPTED
    assert (report.output, report.output_truncated) == ("import 1\n\n", False)


HIDDEN_NUMBER = "617283"
RAISING = {
    "message": "ValueError('number', 1234567 / 2)",
    "import": "ImportError(f'number {1234567 // 2}')",
    "type": "type(f'Number{1234567 // 2}', (Exception,), {})()",
}


@pytest.mark.parametrize("raising", RAISING.values(), ids=RAISING)
@pytest.mark.parametrize("at_import", [False, True], ids=["in a call", "while importing"])
def test_what_is_raised_in_a_hidden_case_is_withheld(
    grader: Grader, bundle: Bundle, canonical: str, raising: str, *, at_import: bool
) -> None:
    """The report says which part of the file failed, but not what the submission could have read there."""
    if at_import:
        source = canonical + COUNTING + f"if sys.imports > 3:\n    raise {raising}\n"
    else:
        where = "    outputs = [forward(model, x) for _ in range(int(num_calls))]\n"
        assert where in canonical
        source = COUNTING + canonical.replace(where, f"    if sys.imports > 3:\n        raise {raising}\n" + where)
    report = grade(grader, bundle, source, Mode.SUBMIT)
    assert report.verdict is V.RUNTIME_ERROR
    assert report.error is not None
    assert "  in the part that begins at line " in report.error.traceback
    assert raising not in report.error.traceback
    assert HIDDEN_NUMBER not in report.model_dump_json()
    assert "withheld" in report.error.message
    plain = grade(grader, bundle, source.replace("> 3", "> 0"), Mode.SUBMIT)
    assert HIDDEN_NUMBER in plain.model_dump_json()


def test_submissions_are_graded_at_the_same_time(grader: Grader, bundle: Bundle, canonical: str) -> None:
    sources = [canonical, body("raise ValueError(1)"), canonical, b"x = 1\n"]
    with ThreadPoolExecutor(4) as executor:
        reports = list(executor.map(lambda source: grade(grader, bundle, source), sources))
    assert [report.code for report in reports] == ["accepted", "error.exception", "accepted", "source.no_entry_point"]


def test_one_submission_leaves_nothing_for_the_next(grader: Grader, bundle: Bundle, canonical: str) -> None:
    """Neither on disk nor in modules."""
    imports = "\nimport os, tempfile, jax\nleft = os.path.join(tempfile.gettempdir(), 'left')\n"
    leave = imports + "open(left, 'w').write('x')\njax.left = True\n"
    look = imports + "assert not os.path.exists(left)\nassert not hasattr(jax, 'left')\n"
    assert grade(grader, bundle, canonical + leave).verdict is V.ACCEPTED
    assert grade(grader, bundle, canonical + look).verdict is V.ACCEPTED
