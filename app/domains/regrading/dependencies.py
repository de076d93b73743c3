"""Dependencies of routes and pages for regrading."""

from typing import Annotated

from app.domains.regrading.service import RegradeService
from app.http.parts import provide

RegradesDep = Annotated[RegradeService, provide("regrades")]
