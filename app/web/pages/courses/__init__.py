"""The pages of courses: the list and joining, settings and staff, students, assignments, grades."""

from fastapi import APIRouter

from app.web.pages.courses import assignments, courses, grades, settings, students

router = APIRouter()
for part in (courses, settings, students, assignments, grades):
    router.include_router(part.router)
