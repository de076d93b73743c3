"""Dependencies of routes and pages for the map of where a class is stuck."""

from typing import Annotated

from app.domains.stuck.service import StuckService
from app.http.parts import provide

StuckDep = Annotated[StuckService, provide("stuck")]
