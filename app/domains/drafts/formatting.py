"""Formats Python for the editor, with ruff: it reads the text and never runs it.

It runs as a separate process, with limits on time and on how many run at once, because the text is untrusted.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from app.domains.accounts.dependencies import CurrentUser  # noqa: TC001 - FastAPI reads it at run time
from app.domains.submissions.service import MAX_SOURCE, check_source
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

COMMAND: Final = (
    sys.executable, "-I", "-m", "ruff", "format", "--isolated", "--no-cache", "--stdin-filename=solution.py", "-"
)  # fmt: skip
LIMIT_S: Final = 5.0
FORMATTER_SLOTS: Final = asyncio.Semaphore(2)

router = APIRouter(prefix="/api/v1", tags=["drafts"])


class Source(BaseModel):
    """Python source."""

    model_config = ConfigDict(extra="forbid")

    source: Annotated[str, Field(max_length=MAX_SOURCE)]


@router.post("/format")
async def format_source(given: Source, _user: CurrentUser) -> Source:
    """Return the source in the style of ruff and Black. What Python can't read is refused with 422."""
    check_source(given.source)
    return Source(source=await format_python(given.source))


async def format_python(source: str) -> str:
    """Return source formatted; raises `InvalidInputError` where it can't be."""
    async with FORMATTER_SLOTS:
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},
        )
        try:
            async with asyncio.timeout(LIMIT_S):
                output, _errors = await process.communicate(source.encode())
        except TimeoutError:
            output = b""
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode != 0:
        raise InvalidInputError("body.source", _("Python can't read this source, so it can't be formatted."))
    return output.decode()
