"""Dependencies of routes and pages for runs."""

from typing import Annotated

from app.domains.runs.service import RunService
from app.http.parts import provide

RunsDep = Annotated[RunService, provide("runs")]
