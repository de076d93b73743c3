"""Formats Python for the editor with ruff, which reads the text and never runs it.

It is a worker's task, which starts ruff as a process, because the text is untrusted.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from app.domains.accounts.dependencies import CurrentUser  # noqa: TC001 - FastAPI reads it at run time
from app.domains.limits.addresses import name_account
from app.domains.submissions.service import check_source
from app.http.documentation import document_errors
from app.http.parts import WorkersDep  # noqa: TC001 - likewise
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from app.kit.workers.tasks import task

COMMAND: Final = (
    sys.executable, "-I", "-m", "ruff", "format", "--isolated", "--no-cache", "--stdin-filename=solution.py", "-"
)  # fmt: skip
UNREADABLE: Final = 2
"""Ruff's exit status for source that isn't Python."""

router = APIRouter(prefix="/api/v1", tags=["drafts"])


class EditorSource(BaseModel):
    """Python source."""

    model_config = ConfigDict(extra="forbid")

    source: str


@router.post("/format", responses=document_errors(TooHeavyError, WorkersBusyError))
async def format_source(given: EditorSource, user: CurrentUser, workers: WorkersDep) -> EditorSource:
    """Return the source in the style of ruff and Black. Source that Python can't read is refused with 422."""
    check_source(given.source)
    return EditorSource(source=await workers.run(name_account(user.id), format_python, given.source))


@task
def format_python(source: str) -> str:
    """Return formatted source; raises `InvalidInputError` for source that isn't Python.

    Ruff runs under the worker's limits. Raises `TooHeavyError` if a signal ends it: it reached one of them, or the end
    of its stack.
    """
    done = subprocess.run(COMMAND, input=source.encode(), capture_output=True, env={}, check=False)
    if done.returncode == UNREADABLE:
        raise InvalidInputError("body.source", _("Python can't read this source, so it can't be formatted."))
    if done.returncode < 0:
        raise TooHeavyError
    if done.returncode > 0:
        raise RuntimeError(f"ruff ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode()
