"""Entry marks show which functions ran, and have no effect on a submission or its tracebacks."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import textwrap
import warnings
from typing import TYPE_CHECKING, Any

import pytest

from grader.inside.source import MAX_FRAMES, MAX_MESSAGE, Idle, Source

if TYPE_CHECKING:
    import types
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _leave_no_module() -> Iterator[None]:
    yield
    sys.modules.pop("solution", None)


def load(text: str) -> tuple[Source, types.ModuleType, list[tuple[str, int]]]:
    """Import `text`; return it, its module, and the list of functions entered from now on, with their lines."""
    source = Source(textwrap.dedent(text))
    entered: list[tuple[str, int]] = []
    module = source.fresh_module(lambda index: entered.append(source.functions[index]))
    return source, module, entered


def fail(text: str, name: str = "run") -> tuple[Source, dict[str, Any]]:
    """Call a submission's function `name`, which raises; return the reported error."""
    source, module, _ = load(text)
    try:
        getattr(module, name)()
    except BaseException as error:  # noqa: BLE001 - whatever a submission raises
        return source, dict(source.describe_error(error))
    raise AssertionError("nothing was raised")


PROGRAMS: dict[str, tuple[str, object, list[tuple[str, int]]]] = {
    "a function": ("def run():\n    return 1\n", 1, [("run", 1)]),
    "a call": ("def f(x):\n    return x\ndef run():\n    return f(2)\n", 2, [("run", 3), ("f", 1)]),
    "a lambda": ("run = lambda: 3\n", 3, [("<lambda>", 1)]),
    "a lambda of a tuple": ("run = lambda: (1, 2)\n", (1, 2), [("<lambda>", 1)]),
    "lambdas in lambdas": ("run = lambda: (lambda x: x + 1)(2)\n", 3, [("<lambda>", 1), ("<lambda>", 1)]),
    "a lambda that assigns": ("run = lambda: (y := 4) + y\n", 8, [("<lambda>", 1)]),
    "a default that is a lambda": (
        "def run(f=lambda: 5):\n    return f()\n",
        5,
        [("run", 1), ("<lambda>", 1)],
    ),
    "a decorator": (
        "def twice(f):\n    return lambda: 2 * f()\n\n@twice\ndef run():\n    return 3\n",
        6,
        [("<lambda>", 2), ("run", 5)],
    ),
    "a method": (
        "class A:\n    def __m(self):\n        return 7\n    def go(self):\n        return self.__m()\nrun = A().go\n",
        7,
        [("go", 4), ("__m", 2)],
    ),
    "a property": (
        "class A:\n    @property\n    def p(self):\n        return 8\ndef run():\n    return A().p\n",
        8,
        [("run", 5), ("p", 3)],
    ),
    "a closure": (
        "def run():\n    n = 1\n    def up():\n        nonlocal n\n        n += 1\n        return n\n    return up()\n",
        2,
        [("run", 1), ("up", 3)],
    ),
    "a global": ("n = 1\ndef run():\n    global n\n    n += 1\n    return n\n", 2, [("run", 2)]),
    "one line": ("def run(): return 9\n", 9, [("run", 1)]),
    "only a docstring": ('def run():\n    """Nothing."""\n', None, [("run", 1)]),
    "a comprehension": (
        "def f(x):\n    return x\ndef run():\n    return [f(i) for i in range(2)]\n",
        [0, 1],
        [("run", 3), ("f", 1), ("f", 1)],
    ),
    "a match": ("def run():\n    match (1, 2):\n        case (a, b):\n            return a + b\n", 3, [("run", 1)]),
    "a try": (
        "def run():\n    try:\n        return 1 / 0\n    except ZeroDivisionError:\n        return 0\n",
        0,
        [("run", 1)],
    ),
    "annotations of the future": (
        '"""Doc."""\nfrom __future__ import annotations\n\ndef run(x: nowhere = 1) -> nothing:\n    return x\n',
        1,
        [("run", 4)],
    ),
    "other letters": (
        "def größe(ß):\n    return ß\ndef run():\n    return größe(ß=1)\n",
        1,
        [("run", 3), ("größe", 1)],
    ),
}


@pytest.mark.parametrize(("text", "result", "entered"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_does_what_it_did_and_its_functions_are_told(
    text: str, result: object, entered: list[tuple[str, int]]
) -> None:
    _, module, seen = load(text)
    del seen[:]
    assert module.run() == result
    assert seen == entered
    plain: dict[str, Any] = {"__name__": "plain"}
    exec(compile(text, "plain.py", "exec", dont_inherit=True), plain)  # noqa: S102 - the same program without marks
    assert plain["run"]() == result


def test_a_generator_is_entered_when_it_starts() -> None:
    _, module, entered = load("def run():\n    yield 1\n    yield 2\n")
    generator = module.run()
    assert entered == []
    assert list(generator) == [1, 2]
    assert entered == [("run", 1)]


def test_coroutines_are_marked() -> None:
    _, module, entered = load(
        """
        async def part(): return 2
        async def run():
            async with Here(): return await part()
        class Here:
            async def __aenter__(self): pass
            async def __aexit__(self, *_): pass
        """
    )
    assert asyncio.run(module.run()) == 2
    assert [name for name, _ in entered] == ["run", "__aenter__", "part", "__aexit__"]


def test_docstrings_signatures_and_names_are_kept() -> None:
    _, module, _ = load(
        '''
        """The module."""
        def run(a, /, b=1, *c, d, **e):
            """A function."""
        class A:
            """A class."""
            def m(self):
                r"""A method."""
        def none():
            1
        def text():
            b"""No docstring."""
        '''
    )
    assert module.__doc__ == "The module."
    assert (module.run.__doc__, module.A.__doc__, module.A.m.__doc__) == ("A function.", "A class.", "A method.")
    assert module.none.__doc__ is None
    assert module.text.__doc__ is None
    assert str(inspect.signature(module.run)) == "(a, /, b=1, *c, d, **e)"
    assert (module.run.__name__, module.A.m.__qualname__) == ("run", "A.m")
    assert module.run.__code__.co_firstlineno == 3
    assert inspect.getsource(module.none) == "def none():\n    1\n"


def test_each_import_is_fresh() -> None:
    source, first, _ = load("count = 0\ndef run():\n    global count\n    count += 1\n    return count\n")
    second = source.fresh_module(lambda _: None)
    assert (first.run(), first.run(), second.run()) == (1, 2, 1)
    assert sys.modules["solution"] is second


def test_the_future_of_the_grader_is_not_the_submissions() -> None:
    """This project's modules postpone annotations, but those of a submission that doesn't are evaluated."""
    _, module, _ = load("def run(x: int): ...\n")
    assert module.run.__annotations__ == {"x": int}


def test_a_traceback_tells_lines_of_the_submission_alone() -> None:
    _, error = fail(
        '''
        def helper(values):
            """Doc of

            several lines."""
            return sorted(values, key=lambda v: 1 / v)

        def run():
            x = (
                helper([0])
            )
        '''
    )
    assert error["frames"] == [
        {"line": 10, "function": "run", "text": "helper([0])"},
        {"line": 6, "function": "helper", "text": "return sorted(values, key=lambda v: 1 / v)"},
        {"line": 6, "function": "<lambda>", "text": "return sorted(values, key=lambda v: 1 / v)"},
    ]
    assert (error["type"], error["message"], error["own"]) == ("ZeroDivisionError", "division by zero", True)
    assert error["bases"][:2] == ["ZeroDivisionError", "ArithmeticError"]


@pytest.mark.parametrize("text", ["eval('1 +')", "compile('x = (', 'mine', 'exec')"])
def test_a_syntax_error_of_another_text_is_told_with_the_line_that_asked_for_it(text: str) -> None:
    _, error = fail(f"def run():\n    x = 1\n    return {text}\n")
    assert [(frame["line"], frame["text"]) for frame in error["frames"]] == [(3, f"return {text}")]
    assert error["own"]


def test_an_error_that_a_library_raised_is_not_its_own() -> None:
    _, error = fail("import json\ndef run():\n    json.loads('{')\n")
    assert [frame["line"] for frame in error["frames"]] == [3]
    assert error["own"] is False


def test_lines_are_counted_as_python_counts_them() -> None:
    """Form feeds and Unicode's separators don't end a line of Python source; a lone carriage return does."""
    _, error = fail("\x0cx = 'a\x0cb \u2028 \x85'\rdef run():\r    raise KeyError(1)\r")
    assert error["frames"] == [{"line": 3, "function": "run", "text": "raise KeyError(1)"}]


def test_windows_lines_are_lines() -> None:
    _, error = fail("def run():\r\n    raise KeyError(1)\r\n")
    assert error["frames"] == [{"line": 2, "function": "run", "text": "raise KeyError(1)"}]


def test_a_long_traceback_keeps_its_end() -> None:
    _, error = fail("def f(n):\n    return f(n - 1) if n else 1 / 0\ndef run():\n    f(100)\n")
    assert len(error["frames"]) == MAX_FRAMES
    assert {frame["function"] for frame in error["frames"]} == {"f"}


MESSAGES = {
    "plain": ("ValueError('no')", "no"),
    "none": ("ValueError()", ""),
    "long": ("ValueError('x' * 9000)", "x" * MAX_MESSAGE),
    "raises": ("Bad()", "(the exception's own message could not be made)"),
    "exits": ("Exits()", "(the exception's own message could not be made)"),
    "no text": ("Number()", "(the exception's own message could not be made)"),
    "a surrogate": ("ValueError('\\udc80')", "\\udc80"),
    "a syntax error whose message is no text": ("odd", "5"),
}


@pytest.mark.parametrize(("raised", "message"), MESSAGES.values(), ids=MESSAGES)
def test_any_exception_can_be_told(raised: str, message: str) -> None:
    _, error = fail(
        f"""
        class Bad(Exception):
            def __str__(self): raise KeyError(1)
        class Exits(Exception):
            def __str__(self): raise SystemExit(3)
        class Number(Exception):
            def __str__(self): return 3
        odd = SyntaxError("x")
        odd.msg = 5
        def run():
            raise {raised}
        """
    )
    assert error["message"] == message
    assert str(error).encode()


def test_source_that_does_not_compile_raises_as_python_does() -> None:
    with pytest.raises(SyntaxError) as caught:
        Source("def run(:\n")
    assert (caught.value.filename, caught.value.lineno) == ("solution.py", 1)
    with pytest.raises(SyntaxError, match="'return' outside function"):
        Source("x = 1\nreturn x\n")


def test_pythons_warnings_about_a_submission_come_once_and_none_of_the_marks() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Source("assert (1, 'never')\ndef f(a):\n    return a is 'x'\n", idle=Idle(object(), "attribute", None))
    assert [(warning.filename, warning.lineno) for warning in caught] == [("solution.py", 1), ("solution.py", 3)]


def test_the_trusted_side_loads_no_jax() -> None:
    """Neither the grader's own modules nor the loader that these tests use may import it."""
    modules = "grader.publishing.publish, grader.inside.source"
    program = f"import sys, {modules}; print({{'jax', 'jaxlib', 'flax'}} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")
