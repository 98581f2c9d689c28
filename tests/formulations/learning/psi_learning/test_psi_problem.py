import numpy as np
import pytest

from nzdd.formulations.learning.psi_learning import PsiProblem, psi

X4, Y4 = [[0.0], [1.0], [2.0], [3.0]], [False, False, True, True]


def test_the_loss_is_that_of_figure_1():
    u = np.array([-3.0, -1e-9, 0.0, 0.5, 1.0, 2.0])
    assert psi(u, 0.5).tolist() == [2.0, 2.0, 0.5, 0.25, 0.0, 0.0]
    assert psi(u, 2.0).tolist() == [2.0, 2.0, 2.0, 1.0, 0.0, 0.0]
    assert psi(u, 0.5, tolerance=1e-6)[1] == 0.5


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"C": 0}, "C is 0"),
        ({"C": np.nan}, "C is nan"),
        ({"a": 2.1}, r"a is 2.1; give a number in \[0, 2\]"),
        ({"norm": "l3"}, "norm 'l3' is unknown"),
        ({"weights": [1, 1, 0, 1]}, "weight 2 is 0; weights must be above 0"),
        ({"weights": [1, 1]}, r"weights have shape \(2,\)"),
        ({"fixed": [True]}, r"fixed has shape \(1,\)"),
        ({"positive": [True] * 4}, "same sign"),
        ({"features": [[0.0], [1.0], [2.0], [np.nan]]}, "NaN"),
        ({"features": [0.0, 1.0]}, "give \\(rows, columns\\)"),
    ],
)
def test_wrong_problems_are_named(change, problem):
    with pytest.raises(ValueError, match=problem):
        PsiProblem(**({"features": X4, "positive": Y4} | change))
