"""Dependencies of routes and pages for community."""

from typing import Annotated

from app.domains.community.service import CommunityService
from app.http.parts import provide

CommunityDep = Annotated[CommunityService, provide("community")]
