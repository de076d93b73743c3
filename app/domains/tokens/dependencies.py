"""Dependencies of routes and pages for tokens."""

from typing import Annotated

from app.domains.tokens.devices import DeviceService
from app.domains.tokens.service import TokenService
from app.http.parts import provide

TokensDep = Annotated[TokenService, provide("tokens")]

DevicesDep = Annotated[DeviceService, provide("devices")]
