"""Studies of random keys: finds keys that are used more than once, by their values while a call's program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.inside.studies.interpreter import JaxprInterpreter
from grader.inside.studies.jaxprs import inner_jaxprs, line_of, walk
from grader.inside.wire import is_key, key_data

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

    Use = tuple[str, int, int]
    """A use of a key: its kind (`return` if a call returns the key), the line, and the number of the submission's
    operation."""

USES = {"random_bits": "draw", "random_gamma": "draw", "random_split": "split", "random_fold_in": "fold_in"}
MAX_KEYS = 100_000
BRANCHES = "conditionals.py"
"""JAX's module of `lax.cond` and `lax.switch`, which selects by an equation of its own if all branches have run."""
RANDOM = "/jax/_src/random"
"""The path of JAX's functions of random numbers."""
WORDS = 8
"""The size of one threefry key, in bytes."""


def study_prng(subject: Subject, options: dict[str, Any]) -> dict[str, Any]:
    """Return both uses, in order, of the first key that is reused, if any; and the first line with a legacy key.

    `branches` says whether all branches of a `lax.cond` ran in that call, as they do under `jax.vmap`.
    """
    again = subject.fresh()
    reused, legacy = None, None
    for call in range(len(subject.calls)):
        keys = _Keys(clones_count=options["clones"] == "forbid")
        outputs = keys.run_call(again.entry, again.arguments(call))
        legacy = legacy or keys.legacy
        if keys.reused is None:
            keys.note_returned(outputs)
        if reused is None and keys.reused is not None:
            reused = {
                "call": call,
                "uses": [{"what": what, "line": line} for what, line, _ in keys.reused],
                "branches": keys.branches,
            }
    return {"reused": reused, "legacy": legacy}


class _Keys(JaxprInterpreter):
    """Records the uses of each key."""

    def __init__(self, *, clones_count: bool) -> None:
        self._clones_count = clones_count
        self.reused: tuple[Use, Use] | None = None
        self.legacy: int | None = None
        self.branches = False
        self._uses: dict[bytes, list[Use]] = {}
        self._cloned: set[bytes] = set()
        self._line: int | None = None
        self._operation = 0
        self._traceback: Any = None
        """The traceback that the equations of the operation share, if a function of JAX was inlined."""

    def run(self, jaxpr: Any, consts: Any, arguments: Any) -> list[Any]:  # noqa: ANN401
        """Run a jaxpr; each run of it, such as a step of a loop, consists of operations of its own."""
        was, self._traceback = self._traceback, None
        outputs = super().run(jaxpr, consts, arguments)
        self._traceback = was
        return outputs

    def run_inside(self, equation: Any, inputs: list[Any]) -> list[Any] | None:  # noqa: ANN401
        """Keep the submission's line while a library's function runs, as its equations have no line."""
        was = self._line
        self._step_to(equation)
        try:
            return super().run_inside(equation, inputs)
        finally:
            self._line = was

    def look(self, equation: Any, inputs: list[Any], outputs: list[Any]) -> None:  # noqa: ANN401, ARG002
        """Note the keys that an equation uses."""
        was, name = self._line, equation.primitive.name
        self._step_to(equation)
        if name in USES and self._line is not None:
            use = (USES[name], self._line, self._operation)
            for key in _keys_of(inputs[0]):
                self._note(key, use)
        elif name == "random_clone" and not self._clones_count:
            self._cloned.update(_keys_of(inputs[0]))
        elif name == "select_n" and not self.branches:
            self.branches = any(frame.file_name.endswith(BRANCHES) for frame in _frames_of(equation))
        elif name == "random_wrap" and self.legacy is None and not _has_frame(equation, "wrap_key_data"):
            self.legacy = self._line
        self._line = was

    def note_returned(self, outputs: list[Any]) -> None:
        """Count each returned typed key as used, because the caller will draw from it or split it."""
        for output in outputs:
            for key in _keys_of(output) if hasattr(output, "dtype") and is_key(output) else []:
                earlier = next(iter(self._uses.get(key, [])), None)
                if earlier is not None and self.reused is None and key not in self._cloned:
                    self.reused = (earlier, ("return", earlier[1], earlier[2]))

    def enters(self, equation: Any) -> bool:  # noqa: ANN401
        """Enter code that makes random numbers, except where `jax.checkpoint` recomputes them."""
        if equation.params.get("differentiated"):
            return False
        return any(
            one.primitive.name.startswith("random_") for inner in inner_jaxprs(equation) for one, _ in walk(inner)
        )

    def _step_to(self, equation: Any) -> None:  # noqa: ANN401
        line = line_of(equation)
        if line is not None:
            self._line = line
            traceback = equation.source_info.traceback
            if traceback is not self._traceback:
                self._operation += 1
            self._traceback = traceback if any(RANDOM in frame.file_name for frame in traceback.frames) else None

    def _note(self, key: bytes, use: Use) -> None:
        earlier = self._uses.setdefault(key, [])
        clash = next((one for one in earlier if _clash(one, use)), None)
        if clash is not None and self.reused is None and key not in self._cloned:
            self.reused = (clash, use)
        if len(self._uses) < MAX_KEYS and all(one[0] != use[0] for one in earlier):
            earlier.append(use)


def _clash(first: Use, second: Use) -> bool:
    """Return whether two uses of a key conflict, unlike two uses by `fold_in` or two within one operation."""
    return first[2] != second[2] and not first[0] == second[0] == "fold_in"


def _keys_of(value: Any) -> list[bytes]:  # noqa: ANN401
    words = key_data(value).tobytes()
    return [words[at : at + WORDS] for at in range(0, len(words), WORDS)]


def _has_frame(equation: Any, function: str) -> bool:  # noqa: ANN401
    return any(frame.function_name == function for frame in _frames_of(equation))


def _frames_of(equation: Any) -> Any:  # noqa: ANN401
    traceback = equation.source_info.traceback
    return traceback.frames if traceback is not None else ()


STUDIES: dict[str, Study] = {"prng": study_prng}
