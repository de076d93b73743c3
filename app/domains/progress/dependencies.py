"""Dependencies of routes and pages for progress."""

from typing import Annotated

from app.domains.progress.service import ProgressService
from app.http.parts import provide

ProgressDep = Annotated[ProgressService, provide("progress")]
