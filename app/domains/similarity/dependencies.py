"""Dependencies of routes and pages for similar solutions."""

from typing import Annotated

from fastapi import Depends

from app.domains.courses.dependencies import DataViewer
from app.domains.similarity.service import CourseKata, SimilarityService
from app.http.parts import provide

SimilarityDep = Annotated[SimilarityService, provide("similarity")]


async def find_kata(problem: str, access: DataViewer, similarity: SimilarityDep) -> CourseKata:
    """Return the kata of the route's course; raises `MissingRightError` and `CourseThingNotFoundError`."""
    return await similarity.find_kata(access, problem)


ComparedKata = Annotated[CourseKata, Depends(find_kata)]
"""A kata of the route's course, for staff who may see students' data; 403 or 404 otherwise."""
