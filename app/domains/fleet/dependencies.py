"""Dependencies of routes and pages for fleet."""

from typing import Annotated

from app.domains.fleet.service import FleetService
from app.http.parts import provide

FleetDep = Annotated[FleetService, provide("fleet")]
