"""L0-RBoost: sparse minimum disagreement hyperplanes by a tightened relaxation.

Goldberg and Eckstein 2009, "Tightened L0-Relaxation Penalties for Classification" (DIMACS
Technical Report 2009-21). Equation numbers are theirs.

``boosting`` runs Algorithm 1 on a ``bit_sample``: it starts with an ``integer_vote``; the
``master`` gets columns from ``monomials`` and rows from ``pair_cuts`` (as a ``pair_diagram``), and
proves ``bounds``; then the vote is improved. ``margin_search`` chooses the margin, ``order_choice``
the order of the monomials. ``disagreement_models`` states the programs for other solvers; the
``l0_rboost_result`` has the weighted monomials, and ``code_length`` tells how many bits describe
them, and what a monomial of each order costs.
"""

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.boosting import l0_rboost
from nzdd.formulations.learning.l0_rboost.code_length import CodeLength, description_lengths
from nzdd.formulations.learning.l0_rboost.disagreement_models import (
    disagreement_model,
    margin_model,
    pair_cut_model,
)
from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import WeightSearch
from nzdd.formulations.learning.l0_rboost.l0_rboost_result import L0RBoostResult
from nzdd.formulations.learning.l0_rboost.margin_search import MarginSearch, search_margin
from nzdd.formulations.learning.l0_rboost.pair_diagram import PairDiagram

__all__ = [
    "BitSample",
    "CodeLength",
    "L0RBoostResult",
    "MarginSearch",
    "PairDiagram",
    "WeightSearch",
    "description_lengths",
    "disagreement_model",
    "l0_rboost",
    "margin_model",
    "pair_cut_model",
    "search_margin",
]
