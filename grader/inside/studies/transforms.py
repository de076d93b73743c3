"""Studies of the entry point's behaviour in another mode of NNX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flax import nnx

from grader.inside.reading import is_a

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

_set_graph_mode: Any = nnx.set_graph_mode
_set_graph_updates: Any = nnx.set_graph_updates


def study_modes(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Make the calls in NNX's other mode, not the current one, in a fresh import of the submission.

    Return the outputs, and for each call the arithmetic that ran outside of watched functions, and what it left in the
    models that it was given, by parameter.
    """
    graph = not _set_graph_mode.current_value()
    with _set_graph_mode(graph), _set_graph_updates(graph):
        again = subject.fresh()
        given = [dict(zip(again.parameters, again.arguments(i), strict=True)) for i in range(len(again.calls))]
        runs = [again.run_observed(list(arguments.values())) for arguments in given]
    left = [{name: value for name, value in one.items() if is_a(type(value), nnx.Module)} for one in given]
    outputs, operations = [output for output, _ in runs], [outside for _, outside in runs]
    return {"mode": "graph" if graph else "tree", "outputs": outputs, "operations": operations, "left": left}


STUDIES: dict[str, Study] = {"modes": study_modes}
