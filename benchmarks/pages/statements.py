"""Theorems and algorithms of the five papers, each with the tests that hold it to account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.pages.marked import folded

MARGIN = "formulations/learning/soft_margin"
L0 = "formulations/learning/l0_rboost"
BOUND = "says nothing that a program computes"
HARD = "hardness: nothing to compute"


class Statement(NamedTuple):
    """A theorem or an algorithm, what it says, and tests of it.

    Attributes
    ----------
    name, says : str
    tests : tuple of str
        A file below ``tests`` and a function in it, as ``nzdd/nzdd/test_nzdd::test_paths``.
    note : str
        Where it does not hold as printed, or why there is no test.
    """

    name: str
    says: str
    tests: tuple[str, ...] = ()
    note: str = ""


KUROKAWA = (
    Statement(
        "Theorem 1",
        "the extended formulation has the solutions of the rows",
        (
            "formulations/rows/test_constraint_diagram"
            "::test_edge_rows_hold_at_the_lift_exactly_when_all_rows_hold",
            "formulations/compression/test_extended_formulation"
            "::test_a_point_is_feasible_exactly_when_its_lift_is",
        ),
    ),
    Statement(
        "Proposition 1",
        "an optimum of (5) is feasible for (4)",
        (f"{MARGIN}/test_margins::test_the_value_lies_between_the_optima_of_6_and_4",),
    ),
    Statement(
        "Corollary 1",
        "(5) and (6) are equivalent",
        (f"{MARGIN}/test_soft_margin_models::test_all_forms_have_one_optimum",),
    ),
    Statement(
        "Algorithm 1, theorem 2",
        "column generation ends within epsilon of the optimum",
        (f"{MARGIN}/methods/test_column_generation::test_it_closes_the_gap_around_the_optimum",),
    ),
    Statement(
        "Algorithm 2, theorem 3",
        "ERLPBoost ends within epsilon, in so many rounds",
        (
            f"{MARGIN}/methods/test_erlpboost::test_it_closes_the_gap_around_the_optimum",
            f"{MARGIN}/methods/test_erlpboost::test_theorem_3",
        ),
    ),
    Statement(
        "Theorem 4",
        "theorem 3 for a weaker learner",
        note="here the learner is exact, which is theorem 3",
    ),
    Statement(
        "Lemmas 1 and 2",
        "a flow and its entropy are bounded by the depth",
        (f"{MARGIN}/methods/test_erlpboost::test_entropy",),
        "lemma 2 with the logarithm that the last line of its proof forgets",
    ),
    Statement(
        "Lemmas 3 to 5",
        "the last delta bounds the gap; how fast it falls",
        (f"{MARGIN}/methods/test_erlpboost::test_theorem_3",),
    ),
    Statement(
        "Algorithm 3",
        "the reducing procedure",
        ("nzdd/nzdd/test_nzdd::test_the_reduction_is_as_small_as_algorithm_3_of_the_paper",),
    ),
)
DEMIRIZ = (
    Statement("Theorems 2.1 to 2.3", "bounds of the error on new rows", note=BOUND),
    Statement(
        "Theorem 3.1",
        "a price of errors and a share nu have the same ensembles",
        (
            "formulations/learning/lpboost/test_boosting"
            "::test_the_form_with_a_price_has_the_same_ensembles",
        ),
    ),
    Statement(
        "LPBoost",
        "boosting ends at the optimum over all hypotheses",
        (
            "formulations/learning/lpboost/test_boosting"
            "::test_classification_equals_the_program_over_all_stumps",
            "formulations/learning/lpboost/test_boosting"
            "::test_regression_equals_the_program_over_all_stumps",
        ),
    ),
)
GOLDBERG = (
    Statement(
        "Theorem 2.1",
        "support vectors encode a vote",
        (f"{L0}/test_code_length::test_lengths_are_those_of_a_code_book",),
    ),
    Statement(
        "Theorem 3.1, lemmas 3.2 and 3.3",
        "(9) counts errors and classifiers if K is large",
        (
            f"{L0}/test_disagreement_models"
            "::test_the_disagreement_model_counts_errors_and_classifiers",
        ),
    ),
    Statement(
        "Theorem 3.4",
        "the relaxation is a soft margin",
        (f"{L0}/test_disagreement_models::test_the_relaxation_is_a_soft_margin",),
    ),
    Statement("Lemmas 3.5, 3.6, theorems 3.7, 3.8", "approximation is hard", note=HARD),
    Statement(
        "Theorem 4.1",
        "pair cuts are valid",
        (
            f"{L0}/test_disagreement_models::test_pair_cuts_tighten_and_keep_the_integer_points",
            f"{L0}/test_disagreement_models::test_half_of_a_cut_would_lose_an_integer_point",
        ),
        "not as printed: a classifier need not be right on a row, only differ on the two",
    ),
    Statement(
        "Algorithm 1",
        "L0-RBoost ends at the relaxation over all monomials",
        (f"{L0}/test_boosting::test_the_relaxation_is_the_one_over_everything",),
    ),
    Statement(
        "Lemmas 5.1, 5.2, theorem 5.3",
        "a search over the margin finds the best one",
        (
            f"{L0}/test_margin_search::test_no_margin_of_a_grid_is_better",
            f"{L0}/test_margin_search::test_the_code_length_is_not_convex_in_the_margin",
        ),
        "lemma 5.2 does not hold; the search bounds intervals without it",
    ),
)
LIU = (
    Statement(
        "Section 3.2",
        "the mixed-integer programs have the optimum of psi-learning",
        (
            "formulations/learning/psi_learning/test_enumeration"
            "::test_psi_learning_is_the_best_of_all_region_assignments",
            "formulations/learning/psi_learning/test_enumeration"
            "::test_restriction_is_the_best_of_the_assignments_it_leaves",
        ),
    ),
)
STROHMANN = (
    Statement(
        "Theorem 1",
        "the bound in the plane is that of the whole machine",
        (
            "formulations/learning/minimax/test_greedy"
            "::test_theorem_1_the_local_bound_is_the_global_one",
        ),
    ),
)
CLASSICS = {
    "Demiriz et al. 2002": DEMIRIZ,
    "Goldberg and Eckstein 2009": GOLDBERG,
    "Liu and Wu": LIU,
    "Strohmann et al. 2003": STROHMANN,
}


def statements(papers: dict[str, tuple[Statement, ...]]) -> str:
    """A folded table; the paper is a column if there are several."""
    return folded("Theorems and algorithms, and their tests", "\n".join(_rows(papers)))


def _rows(papers: dict[str, tuple[Statement, ...]]) -> Iterator[str]:
    several = len(papers) > 1
    yield "| paper " * several + "| statement | says | tests | note |"
    yield "|---" * (4 + several) + "|"
    for paper, found in papers.items():
        for each in found:
            tests = "<br>".join(f"`{test.rpartition('/')[2]}`" for test in each.tests) or "-"
            cells = [paper] * several + [each.name, each.says, tests, each.note]
            yield f"| {' | '.join(cells)} |"
