"""Dependencies of routes and pages for problems."""

from typing import Annotated

from app.domains.problems.betas import BetaService
from app.domains.problems.catalogue import Catalogue
from app.domains.problems.service import ProblemService
from app.http.parts import provide

ProblemsDep = Annotated[ProblemService, provide("problems")]

CatalogueDep = Annotated[Catalogue, provide("catalogue")]
BetasDep = Annotated[BetaService, provide("betas")]
"""Provides the beta service to a route."""
