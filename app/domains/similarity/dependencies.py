"""Dependencies of routes and pages for similar solutions."""

from typing import Annotated

from app.domains.similarity.service import SimilarityService
from app.http.parts import provide

SimilarityDep = Annotated[SimilarityService, provide("similarity")]
