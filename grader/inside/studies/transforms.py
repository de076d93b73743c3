"""Studies of the entry point's behaviour in another mode of NNX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flax import nnx

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

_set_graph_mode: Any = nnx.set_graph_mode
_set_graph_updates: Any = nnx.set_graph_updates


def study_modes(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return the outputs of the calls in NNX's other mode, not the current one, in a fresh import of the submission."""
    graph = not _set_graph_mode.current_value()
    with _set_graph_mode(graph), _set_graph_updates(graph):
        again = subject.fresh()
        return {"mode": "graph" if graph else "tree", "outputs": [again.run(i) for i in range(len(again.calls))]}


STUDIES: dict[str, Study] = {"modes": study_modes}
