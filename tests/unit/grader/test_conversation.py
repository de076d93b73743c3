"""What is sent to a sandbox is signed, and which calls were drawn can't be read from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest

from grader.grading.conversation import Conversation
from grader.grading.spare import Spare
from grader.inside.questions import read_draws
from grader.package.specs import Checks
from grader.package.specs.watching import FollowsSpec
from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, ProtocolError, Seal, encode_frame, read_frame
from grader.report import Stack
from tests.unit.grader.factories import make_case, make_manifest

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess

KEY = bytes(range(32))


@dataclass
class RecordingProcess:
    """A sandbox process that records what it is sent, and reports success."""

    sent: list[bytes] = field(default_factory=list)
    seal: Seal | None = None
    due: list[FrameKind] = field(default_factory=list)
    step_seconds: float = 0.0

    def send(self, frame: Frame, _: float, seal: Seal | None = None) -> None:
        if "key" in frame.header:
            self.seal = Seal(bytes.fromhex(str(frame.header["key"])), ANSWERS)
        self.sent.append(encode_frame(frame, seal))

    def receive(self, _: object) -> Frame:
        return receive(encode_frame(Frame(self.due.pop(0), {}), self.seal))


def receive(data: bytes) -> Frame:
    rest = memoryview(data)

    def read_exactly(size: int) -> bytes:
        nonlocal rest
        part, rest = bytes(rest[:size]), rest[size:]
        return part

    return read_frame(read_exactly)


def test_draws_are_concealed_until_the_harness_reads_them() -> None:
    process = RecordingProcess(due=[FrameKind.LOADED, FrameKind.CASE, FrameKind.DONE, FrameKind.CASE, FrameKind.DONE])
    conversation = Conversation(Spare(cast("SandboxProcess", process), Stack(python="3", jax="0", flax="0"), None))
    manifest = make_manifest(Checks(follows=FollowsSpec(wrappers=["jax.jit"])))
    frames = list(conversation.run_cases("x = 1", manifest, [make_case()]))
    frames += conversation.run_more(manifest, [make_case()])
    seeds: list[Any] = [frame.header["draw"] for frame in frames]
    first, *jobs = map(receive, process.sent)
    questions = Seal(bytes.fromhex(str(first.header["key"])), QUESTIONS)
    for job, sent, seed in zip(jobs, process.sent[1:], seeds, strict=True):
        assert not any(word in sent for word in (seed.encode(), b"seed", b"kinds"))
        questions.check(job)
        ((_, _, draw),) = [plan for plan in read_draws(job, questions) if plan is not None]
        assert draw.seed == bytes.fromhex(seed)


@pytest.mark.parametrize("way", [QUESTIONS, ANSWERS])
def test_a_seal_goes_one_way_and_in_order(way: bytes) -> None:
    signing, frame = Seal(KEY, way), Frame(FrameKind.JOB, {"cases": [1]}, b"12")
    first, second = (encode_frame(frame, signing) for _ in range(2))
    with pytest.raises(ProtocolError):
        Seal(KEY, way).check(receive(second))
    with pytest.raises(ProtocolError):
        Seal(KEY, ANSWERS if way == QUESTIONS else QUESTIONS).check(receive(first))
    with pytest.raises(ProtocolError):
        Seal(KEY, way).check(receive(first.replace(b"[1]", b"[2]")))
    checking = Seal(KEY, way)
    for each in (first, second):
        checking.check(received := receive(each))
        assert received == frame


def test_what_is_concealed_is_told_in_the_same_order_only() -> None:
    here, there = Seal(KEY, QUESTIONS), Seal(KEY, QUESTIONS)
    texts = [b"the same text"] * 2
    concealed = [here.conceal(text) for text in texts]
    assert concealed[0] != concealed[1]
    assert not set(concealed) & set(texts)
    assert [there.conceal(text) for text in concealed] == texts
