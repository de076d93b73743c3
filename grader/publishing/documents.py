"""Runs the code in a problem's texts in a sandbox, to ensure that a lesson's claims are true.

A fenced block that begins with ```` ```python run ```` runs on its own, in its own namespace. For a block in the
statement, the namespace has the names of the canonical solution, so that an example can call the entry point. Pages
draw a Run button for each such block, also for one in a list or a quotation; only those that stand by themselves are
run here, so the others are refused.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pydantic import ValidationError

from grader.judge.evidence import FailureEvidence
from grader.judge.explain import report_error
from grader.package.files import BODIES, CANONICAL
from grader.package.runnable import NestedBlockError, find_blocks
from grader.protocol import Frame, FrameKind, ProtocolError, ValueReader, encode_frame, read_frame
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.findings import names_defined
from grader.publishing.refusals.examples import ExampleCall, find_ungraded_examples
from grader.sandbox.process import SandboxEnded
from grader.sandbox.spending import Allowance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from grader.bundle.contents import Case
    from grader.grading.client import Grader
    from grader.judge.evidence import ErrorEvidence
    from grader.package.files import Package
    from grader.publishing.context import PublishContext

RUN_SECONDS = 120.0
"""The processor time, in seconds, that all blocks of one text may take."""
UNDEFINED = re.compile(r"name '(\w+)' is not defined")


@dataclass(frozen=True)
class BlocksRun:
    """The result of running the blocks of a text."""

    finding: str | None = None
    """What is wrong with the first block that fails; None if all run."""
    shown: tuple[ExampleCall, ...] = ()
    """The calls of the entry point that the blocks made."""


def start_texts(context: PublishContext) -> list[Future[BlocksRun]]:
    """Start the runnable blocks of the lesson and the statement, and record the statement's calls of the entry point.

    They run in the context's threads, in parallel with the next steps.
    """
    package, grader, executor, earlier = context.package, context.grader, context.executor, context.earlier
    lessons, statements = {"lesson.md": package.lesson}, {"statement.md": package.statement}
    for language, texts in package.translations.items():
        lessons[f"lesson.{language}.md"] = texts.lesson or ""
        statements[f"statement.{language}.md"] = texts.statement or ""
    sharding, given = package.problem.checks.sharding, package.accepted[CANONICAL]
    devices = sharding.devices if sharding is not None else 1
    started = [
        *(
            executor.submit(run_blocks, text, name, grader, devices=devices, bodies=package.bodies, earlier=earlier)
            for name, text in lessons.items()
        ),
        *(
            executor.submit(
                run_blocks,
                text,
                name,
                grader,
                given=given,
                devices=devices,
                entry_point=package.problem.entry_point,
                parameters=[parameter.name for parameter in package.problem.parameters],
                bodies=package.bodies,
                earlier=earlier,
            )
            for name, text in statements.items()
        ),
    ]
    for text in started:
        text.add_done_callback(partial(_tell_finding, context))
    return started


def _tell_finding(context: PublishContext, done: Future[BlocksRun]) -> None:
    """Tell what is wrong with a text as soon as its blocks have run."""
    if not done.cancelled() and done.exception() is None and (finding := done.result().finding) is not None:
        context.known(finding)


def find_in_texts(package: Package, texts: Sequence[Future[BlocksRun]], samples: Sequence[Case]) -> list[str]:
    """Return findings about the texts' runnable blocks: a block fails, or shows something that isn't graded."""
    ran = [text.result() for text in texts]
    failed = [one.finding for one in ran if one.finding is not None]
    return failed + find_ungraded_examples(package.problem, [shown for one in ran for shown in one.shown], samples)


def run_blocks(
    text: str,
    filename: str,
    grader: Grader,
    *,
    given: str = "",
    devices: int = 1,
    entry_point: str = "",
    parameters: Sequence[str] = (),
    bodies: str = "",
    earlier: EarlierChecks | None = None,
) -> BlocksRun:
    """Run the runnable blocks of a text in a sandbox, unless `earlier` knows that they run.

    Each block sees the names of the source `given`; `devices` is the number of devices. Calls of `entry_point`, which
    `given` defines, are reported with the arguments for its `parameters`. `bodies` is the source of `bodies.py`, and
    used only for advice.
    """
    try:
        blocks = find_blocks(text)
    except NestedBlockError as nested:
        advice = "begin its fence at the beginning of a line, or mark the block `python` without `run`"
        return BlocksRun(f"{filename}:{nested.line}: {nested}; {advice}")
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
    earlier, parts = earlier or EarlierChecks(), ("texts", json.dumps(header))
    kept = earlier.recall(grader, *parts)
    try:
        if kept is not None:
            return BlocksRun(shown=_read_shown(read_frame(io.BytesIO(kept).read), filename))
        with grader.pool.lend() as spare:
            limit = Allowance(RUN_SECONDS)
            spare.process.send(Frame(FrameKind.JOB, header), limit)
            answer = spare.process.receive(limit)
        if answer.kind is FrameKind.DONE:
            shown = _read_shown(answer, filename)
            earlier.keep(grader, encode_frame(answer), *parts)
            return BlocksRun(shown=shown)
        error = FailureEvidence.model_validate(answer.header).error
    except SandboxEnded as ended:
        return BlocksRun(f"{filename}: a runnable block ended its sandbox ({ended.outcome})")
    except (ValidationError, ProtocolError):
        return BlocksRun(f"{filename}: a runnable block disturbed the grader")
    if error is None:
        return BlocksRun(f"{filename}: a runnable block failed")
    line = f":{error.frames[-1].line}" if error.frames else ""
    told = f"{filename}{line}: a runnable block failed:\n{report_error(error, hidden=False).traceback}"
    return BlocksRun(told + _advise_on_name(error, bodies))


def _advise_on_name(error: ErrorEvidence, bodies: str) -> str:
    """Return advice about a name that `bodies.py` defines and that the block doesn't see."""
    name = UNDEFINED.search(error.message) if error.type == "NameError" else None
    if name is None or name[1] not in names_defined(bodies):
        return ""
    return (
        f"\n      `{name[1]}` is defined in {BODIES}, whose names a block doesn't see. Copy its lines into the block, "
        "or mark the block `python` without `run`."
    )


def _read_shown(answer: Frame, filename: str) -> tuple[ExampleCall, ...]:
    """Return the calls that a DONE frame reports; raise `ProtocolError` if it is malformed."""
    reader, told = ValueReader(answer.payload), answer.header.get("shown")
    calls = []
    try:
        for call in told if isinstance(told, list) else []:
            args = {str(name): reader.read(node) for name, node in call["args"].items()}
            calls.append(ExampleCall(f"{filename}:{int(call['line'])}", args))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ProtocolError("the calls of the examples can't be read") from error
    return tuple(calls)
