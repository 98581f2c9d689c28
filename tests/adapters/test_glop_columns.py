import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l0_rboost_samples import ToyGrowingEngine
from linear_programs import linear_programs
from nzdd.adapters.glop_columns import GlopColumns
from nzdd.formulations import LinearModel
from nzdd.formulations.result import Status


@settings(deadline=None)
@given(linear_programs(), st.integers(0, 10**6))
def test_a_program_that_grows_ends_where_the_whole_one_does(model, seed):
    """Half of the columns come in between the two halves of the rows."""
    lower = np.maximum(model.lower, -3)  # a new column has a lower bound
    rows, columns = model.num_rows // 2, model.num_columns // 2
    engines = [
        make(
            model.replace(
                objective=model.objective[:columns],
                matrix=model.matrix[:rows, :columns],
                row_lower=model.row_lower[:rows],
                row_upper=model.row_upper[:rows],
                lower=lower[:columns],
                upper=model.upper[:columns],
                integrality=False,
                row_names=None,
                column_names=None,
            )
        )
        for make in (GlopColumns, ToyGrowingEngine)
    ]
    answers = []
    for engine in engines:
        found = [engine.solve()]
        engine.add_columns(
            model.objective[columns:],
            model.matrix[:rows, columns:],
            lower[columns:],
            model.upper[columns:],
        )
        found.append(engine.solve())
        engine.add_rows(model.matrix[rows:], model.row_lower[rows:], model.row_upper[rows:])
        found.append(engine.solve())
        answers.append(found)
    for ours, theirs in zip(*answers, strict=True):
        assert (ours.status is Status.OPTIMAL) == (theirs.status is Status.OPTIMAL)
        if ours.status is Status.OPTIMAL:
            assert ours.objective == pytest.approx(theirs.objective, abs=2e-5)


def test_columns_that_do_not_fit_are_refused():
    engine = GlopColumns(LinearModel([1.0], [[1.0]], [1.0]))
    two = np.zeros(2)
    with pytest.raises(ValueError, match="makes no columns"):
        engine.add_columns(two, engine._matrix(), two, two)
    one = np.zeros(1)
    with pytest.raises(ValueError, match="no lower bound"):
        engine.add_columns(one, engine._matrix(), one - np.inf, one)
