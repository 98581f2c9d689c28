"""The 1-norm soft margin over the diagram of a sample (Kurokawa et al. 2022, section 6).

``fit`` takes rows and labels, ``solve`` a ``sample`` (its ``sample_diagram`` carries the slack);
``problem`` is what all methods solve: ``interior_point``, ``linear_program``, ``column_generation``
over a ``restricted_master``, and ``erlpboost``; ``models`` states it for other solvers.
``nu_range`` says which nu make sense, ``row_value`` what an answer is worth on the rows,
``compare`` runs all methods; a ``linear_classifier`` comes out, in a ``result``.
"""

from nzdd.formulations.iteration.limits import Interrupted
from nzdd.formulations.learning.soft_margin.compare import compare
from nzdd.formulations.learning.soft_margin.fit import SoftMarginFit, fit
from nzdd.formulations.learning.soft_margin.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.nu_range import NuRange, default_nu, nu_range
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.result import Outcome, SoftMarginResult
from nzdd.formulations.learning.soft_margin.row_value import row_value
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.solve import nu_path, solve

__all__ = [
    "InteriorPoint",
    "Interrupted",
    "LabelledSample",
    "LinearClassifier",
    "NuRange",
    "Outcome",
    "SampleDiagram",
    "SoftMarginFit",
    "SoftMarginProblem",
    "SoftMarginResult",
    "compare",
    "default_nu",
    "fit",
    "nu_path",
    "nu_range",
    "row_value",
    "solve",
]
