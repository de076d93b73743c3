"""Another user, who reads a page again and again while hostile texts are sent, and who must not wait for these."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.app.security.loop_watch import LoopWatch
    from tests.integration.app.security.served import Served

PAUSE_S: Final = 0.5
"""The time between two requests, in seconds."""
LIMIT_COMPUTED_S: Final = 1.0
"""How much this process, the server's, may compute while the other user waits for one answer, in seconds."""
FEWEST: Final = 5
"""The minimum number of answers, without which nothing is known."""


@dataclass
class Answer:
    """One answer to the other user.

    The clock depends on how busy the machine is. What the server's process computed meanwhile, in all its threads but
    that which sends the texts, doesn't: that is what the other user waited for.
    """

    waited_s: float
    computed_s: float
    asked: str
    """What was sent meanwhile, at the end."""


@contextmanager
def ask_meanwhile(served: Served, watch: LoopWatch) -> Iterator[list[Answer]]:
    """Have another user read a page repeatedly while the block runs; yield the answers, and raise if one isn't 200."""
    answers: list[Answer] = []
    over = threading.Event()
    sender = time.pthread_getcpuclockid(threading.get_ident())

    def measure() -> float:
        return time.process_time() - time.clock_gettime(sender)

    def read() -> None:
        headers = served.sign_in("other_learner")
        with httpx.Client(base_url=served.url, headers=headers, timeout=120) as http:
            while not over.wait(PAUSE_S):
                began, used = time.monotonic(), measure()
                answer = http.get("/api/v1/problems")
                answers.append(Answer(time.monotonic() - began, measure() - used, watch.asked))
                assert answer.status_code == httpx.codes.OK, f"{answer.status_code} during {watch.asked}: {answer.text}"

    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(read)
        try:
            yield answers
        finally:
            over.set()
            reading.result()


def check_answers(answers: list[Answer]) -> None:
    """Assert that the other user was served, and never waited for long computations."""
    assert len(answers) >= FEWEST, answers
    late = [one for one in answers if one.computed_s >= LIMIT_COMPUTED_S]
    assert not late, "\n".join(map(str, late))
