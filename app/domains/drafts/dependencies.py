"""Dependencies of routes and pages for drafts."""

from typing import Annotated

from app.domains.drafts.service import DraftService
from app.http.parts import provide

DraftsDep = Annotated[DraftService, provide("drafts")]
