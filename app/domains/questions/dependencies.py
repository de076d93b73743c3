"""Dependencies of pages for questions."""

from typing import Annotated

from app.domains.questions.service import QuestionService
from app.http.parts import provide

QuestionsDep = Annotated[QuestionService, provide("questions")]
