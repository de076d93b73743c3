"""The pages of courses: list and joining, settings and staff, students, assignments, grades, stuck students."""

from fastapi import APIRouter

from app.web.pages.courses import assignments, courses, exams, grades, settings, similar, stuck, students, threads

router = APIRouter()
for part in (courses, settings, students, assignments, exams, grades, stuck, similar, threads):
    router.include_router(part.router)
