"""Dependencies of routes and pages for ratings."""

from typing import Annotated

from app.domains.ratings.service import RatingService
from app.http.parts import provide

RatingsDep = Annotated[RatingService, provide("ratings")]
"""Provides the rating service to a route."""
