"""Dependencies of pages for shared programs."""

from typing import Annotated

from app.domains.scratch.service import ScratchService
from app.http.parts import provide

ScratchDep = Annotated[ScratchService, provide("scratch")]
