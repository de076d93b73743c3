"""Formats Python for the editor, with ruff: it reads the text and never runs it.

It is a process of its own, with limits on time and on how many run at once, because the text is a stranger's.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from app.accounts.dependencies import CurrentUser  # noqa: TC001 - FastAPI reads it at run time
from app.errors import InvalidInputError
from app.language import translate as _
from app.submissions.service import MAX_SOURCE, check_source

COMMAND: Final = (
    sys.executable, "-I", "-m", "ruff", "format", "--isolated", "--no-cache", "--stdin-filename=solution.py", "-"
)  # fmt: skip
LIMIT_S: Final = 5.0
AT_ONCE: Final = asyncio.Semaphore(2)

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
    async with AT_ONCE:
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
