"""The data types of what staff keep for their class: hints pinned to reason codes, and comments for reuse."""

import re
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from app.domains.courses.fields import Reason

CODE: Final = re.compile(r"[A-Za-z0-9_.:-]{1,80}")
"""The format of a reason code."""
MAX_HINTS: Final = 500
"""Maximum number of pinned hints per course."""
MAX_COMMENTS: Final = 500
"""Maximum number of saved comments per course."""


class HintInFile(BaseModel):
    """A hint in Markdown that is pinned to a reason code on a kata, in a course's file."""

    model_config = ConfigDict(extra="forbid")

    problem: Annotated[str, Field(max_length=80)]
    code: Annotated[str, Field(pattern=f"^{CODE.pattern}$")]
    text: Reason
