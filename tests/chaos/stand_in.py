"""`jaxdojo serve` and `jaxdojo runner` with a grader without sandboxes: a source's first line names its verdict.

Each grade takes `JAXDOJO_STAND_IN_S` seconds, or until the grader is closed, or until the file
`JAXDOJO_STAND_IN_UNTIL` exists.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.kit.console import say
from app.kit.settings import load_settings
from app.server import application as web
from app.server import processes as server
from grader.report import Verdict
from tests.integration.app.conftest import StandInGrader

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.bundle.contents import Bundle
    from grader.grading.grade import GradeEvent
    from grader.report import Mode, Report
    from grader.settings import GraderSettings

GRADE_S = float(os.environ.pop("JAXDOJO_STAND_IN_S", "0.1"))
UNTIL = os.environ.pop("JAXDOJO_STAND_IN_UNTIL", None)
LOOK_S = 0.05


class NamedVerdicts(StandInGrader):
    """A stand-in grader that returns the verdict that a source names, after a delay."""

    def __init__(self) -> None:
        super().__init__()
        self._closed = threading.Event()

    def close(self) -> None:
        self._closed.set()

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
    ) -> Report:
        end = time.monotonic() + GRADE_S
        while (left := end - time.monotonic()) > 0 and not (UNTIL and Path(UNTIL).exists()):
            if self._closed.wait(min(left, LOOK_S)):
                break
        verdict = Verdict(source.decode().removeprefix("# ").strip())
        return StandInGrader([verdict]).grade(bundle, source, mode=mode, on_event=on_event)


def make_grader(_settings: GraderSettings, **_options: int) -> NamedVerdicts:
    return NamedVerdicts()


def main() -> None:
    for module in (server, web):
        vars(module)["make_grader"] = make_grader
    if sys.argv[1] == "serve":
        sys.exit(server.serve(load_settings(), say))
    server.run_runner(load_settings(), say)


if __name__ == "__main__":
    main()
