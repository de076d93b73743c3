"""Dependencies of routes and pages for audit."""

from typing import Annotated

from app.domains.audit.service import AuditService
from app.http.parts import provide

AuditDep = Annotated[AuditService, provide("audit")]
