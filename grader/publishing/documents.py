"""The runnable code in a problem's texts: found here, run in a sandbox, so that what a lesson claims is true.

A fenced block that begins with ```` ```python run ```` runs by itself, in a namespace of its own. One in the statement
finds the names of the canonical solution there, so that an example can call the entry point.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from grader.judge.evidence import FailureEvidence
from grader.judge.explain import report_error
from grader.protocol import Frame, FrameKind, ProtocolError, ValueReader
from grader.publishing.refusals.examples import ExampleCall
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.grading.client import Grader

RUN_SECONDS = 120.0
"""How long all blocks of one text may take."""
_FENCE = re.compile(r"^(?P<fence>`{3,})python run[ \t]*\n(?P<code>.*?)^(?P=fence)[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One runnable block; its code begins on `line` of the text, counted from 1."""

    line: int
    code: str


def find_blocks(text: str) -> list[Block]:
    """Return the runnable blocks of a text in Markdown, in order."""
    return [Block(text[: match.start("code")].count("\n") + 1, match["code"]) for match in _FENCE.finditer(text)]


@dataclass(frozen=True)
class BlocksRun:
    """What became of the runnable blocks of a text."""

    finding: str | None = None
    """What is wrong with the first that fails, in words."""
    shown: tuple[ExampleCall, ...] = ()
    """The calls of the entry point that they made."""


def run_blocks(
    text: str,
    filename: str,
    grader: Grader,
    *,
    given: str = "",
    devices: int = 1,
    entry_point: str = "",
    parameters: Sequence[str] = (),
) -> BlocksRun:
    """Run the runnable blocks of a text in a sandbox.

    `given` is a source whose names each block finds; `devices` is how many devices there are. Calls of `entry_point`,
    a name of `given`, are told with what they hand over for its `parameters`.
    """
    blocks = find_blocks(text)
    if not blocks:
        return BlocksRun()
    header: dict[str, object] = {
        "task": "script",
        "filename": filename,
        "given": given,
        "devices": devices,
        "entry_point": entry_point,
        "parameters": list(parameters),
        "blocks": [[block.line, block.code] for block in blocks],
    }
    spare = grader.pool.take()
    try:
        deadline = time.monotonic() + RUN_SECONDS
        spare.process.send(Frame(FrameKind.JOB, header), deadline)
        answer = spare.process.receive(deadline)
        if answer.kind is FrameKind.DONE:
            return BlocksRun(shown=_read_shown(answer, filename))
        error = FailureEvidence.model_validate(answer.header).error
    except SandboxEnded as ended:
        return BlocksRun(f"{filename}: a runnable block ended its sandbox ({ended.outcome})")
    except (ValidationError, ProtocolError):
        return BlocksRun(f"{filename}: a runnable block disturbed the grader")
    finally:
        grader.pool.discard(spare)
    if error is None:
        return BlocksRun(f"{filename}: a runnable block failed")
    line = f":{error.frames[-1].line}" if error.frames else ""
    return BlocksRun(f"{filename}{line}: a runnable block failed:\n{report_error(error, hidden=False).traceback}")


def _read_shown(answer: Frame, filename: str) -> tuple[ExampleCall, ...]:
    """Return the calls that DONE tells of; raise `ProtocolError` where it lies."""
    reader, told = ValueReader(answer.payload), answer.header.get("shown")
    calls = []
    try:
        for call in told if isinstance(told, list) else []:
            args = {str(name): reader.read(node) for name, node in call["args"].items()}
            calls.append(ExampleCall(f"{filename}:{int(call['line'])}", args))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ProtocolError("the calls of the examples can't be read") from error
    return tuple(calls)
