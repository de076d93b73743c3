"""Dependencies of routes and pages for LTI."""

from typing import Annotated

from app.domains.lti.service import LtiService
from app.http.parts import provide

LtiDep = Annotated[LtiService, provide("lti")]
