"""Dependencies of routes and pages for submissions."""

from typing import Annotated

from app.domains.submissions.oversight import OversightService
from app.domains.submissions.service import SubmissionService
from app.http.parts import provide

OversightDep = Annotated[OversightService, provide("oversight")]

SubmissionsDep = Annotated[SubmissionService, provide("submissions")]
