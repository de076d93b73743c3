"""Courses over HTTP: courses and staff, rosters, assignments, grades."""

from fastapi import APIRouter

from app.domains.courses.routes import assignments, courses, grades, roster

router = APIRouter()
for part in (courses, roster, assignments, grades):
    router.include_router(part.router)
