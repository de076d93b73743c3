"""Dependencies of routes and pages for progress."""

from typing import Annotated

from app.domains.progress.certificates import CertificateService
from app.domains.progress.service import ProgressService
from app.http.parts import provide

CertificatesDep = Annotated[CertificateService, provide("certificates")]
ProgressDep = Annotated[ProgressService, provide("progress")]
