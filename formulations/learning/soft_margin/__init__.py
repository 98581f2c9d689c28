"""The 1-norm soft margin over the diagram of a sample (Kurokawa et al. 2022, section 6).

``training`` makes a classifier of rows and labels. A ``sample`` has its ``sample_diagram``, which
carries the slack; that makes a ``soft_margin_problem``, which ``methods`` solve and
``soft_margin_models`` states for other solvers. ``nu`` finds the useful range of nu and solves for
several; ``nu_choice`` takes one of it. A ``soft_margin_result`` also has the objective over the
rows themselves, by their ``margins``.
"""

from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.margins import row_value
from nzdd.formulations.learning.soft_margin.methods.comparison import compare
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import NuRange, nu_path, nu_range
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome, SoftMarginResult
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit, fit

__all__ = [
    "InteriorPoint",
    "LabelledSample",
    "LinearClassifier",
    "NuRange",
    "Outcome",
    "SampleDiagram",
    "SoftMarginFit",
    "SoftMarginProblem",
    "SoftMarginResult",
    "compare",
    "fit",
    "nu_path",
    "nu_range",
    "row_value",
    "solve",
]
