"""Dependencies of routes and pages for threads, reports and rubrics."""

from typing import Annotated

from app.domains.threads.reports import ReportService
from app.domains.threads.rubrics import RubricService
from app.domains.threads.service import ThreadService
from app.http.parts import provide

ThreadsDep = Annotated[ThreadService, provide("threads")]

ReportsDep = Annotated[ReportService, provide("reports")]

RubricsDep = Annotated[RubricService, provide("rubrics")]
