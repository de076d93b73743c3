"""Dependencies of routes and pages for submissions."""

from typing import Annotated

from app.domains.submissions.service import SubmissionService
from app.http.parts import provide

SubmissionsDep = Annotated[SubmissionService, provide("submissions")]
