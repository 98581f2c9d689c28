"""L0-RBoost as a scikit-learn estimator."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import check_encoder, check_seed, check_verbose, checked_table
from nzdd.adapters.sklearn.classifier_base import ClassifierBase, print_step, set_of_problems
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.encoder_mixin import EncoderMixin
from nzdd.adapters.sklearn.l0_rboost.monomial_rules import monomial_rules
from nzdd.adapters.sklearn.rules_mixin import Rule, RulesMixin
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.classes import class_factors, numbered, positive_codes
from nzdd.formulations.learning.l0_rboost import (
    BitSample,
    CodeLength,
    L0RBoostResult,
    description_lengths,
    l0_rboost,
)
from nzdd.formulations.learning.l0_rboost.boosting import CUTS, SINGLE, SINGLES_ROUNDS
from nzdd.formulations.learning.l0_rboost.code_length import KAPPA
from nzdd.formulations.learning.l0_rboost.integer_vote.vote_search import Vote, search_vote
from nzdd.formulations.learning.l0_rboost.l0_rboost_result import INTEGER, RELAXATION, check_vote
from nzdd.formulations.learning.l0_rboost.order_choice import OrderChoice, choose_order
from nzdd.formulations.learning.l0_rboost.pair_diagram import FORMS, PRINTED
from nzdd.input.parameters import check_choice, check_flags, check_integer, check_number
from nzdd.input.text import shown

if TYPE_CHECKING:
    from typing_extensions import Self

AUTO, UNLIMITED = "auto", "20/M"
CHOOSING = 0.3
"""The most of the time that the choice of an order may take."""
ROWS_OF_MARGIN = 20.0
LARGEST_MARGIN = 0.1
LARGEST_KAPPA = 1e9
HAMMING = 1.25
"""Of the paper's rule for cuts, which does not tell its factor; see `PairCuts.nearest`."""
MORE_CUTS = 500
"""Violated cuts to add at a time in rounds without new columns, which are few."""


@dataclass(eq=False, repr=False)
class L0RBoostClassifier(EncoderMixin, RulesMixin, ClassifierBase):
    """Few weighted Boolean rules that misclassify few rows, with bounds on what is possible.

    The published method, which minimises errors and the number of rules. For the smaller error
    take `RuleClassifier`.

    A vote of monomials, such as ``age > 37 & not smoker``, that makes the number of misclassified
    rows plus the penalties of the monomials small. The linear relaxation of that problem, tightened
    by a cut for each pair of rows of different classes (Goldberg and Eckstein 2009), bounds how
    much better another vote can be. With more than two classes, each is separated from the rest.

    Parameters
    ----------
    margin : float, "auto" or "20/M", default "auto"
        rho, in (0, 1]: the vote, whose weights sum to 1, that a row needs for its class to count
        as correct. ``"20/M"``: that of the paper's tables for M rows, at most 1. ``"auto"``: the
        same, but at most 0.1.
    max_order : int or "auto", default "auto"
        The most literals in a monomial. The search stays exact for 5 and more, but takes much
        longer with each order. ``"auto"``: 1 or 2, whichever has votes with fewer errors on
        training rows that are held out, see
        `nzdd.formulations.learning.l0_rboost.order_choice.choose_order`; 1 if both have as many.
    kappa : float, default 1.5
        The penalty of a monomial in addition to its description length, in misclassified rows; see
        `nzdd.formulations.learning.l0_rboost.description_lengths`. Larger values give fewer
        monomials.
    penalties : array-like of float, optional
        Instead of `kappa` and the description lengths: a penalty above 0 for each order from 0 to
        `max_order`, which with ``"auto"`` is the last one.
    encoder : transformer, optional
        Turns X into bits. A clone is fitted to the rows of positive weight, with their weights if
        its `fit` takes them. By default ``BinaryEncoder()``, which cuts columns of numbers at
        quantiles and makes a bit of every category.
    class_weight : "balanced" or dict from class to factor, optional
        ``"balanced"`` gives both sides of every problem the same weight.
    gap : float, default 1e-4
        Relative gap: the search for monomials ends when the bound is that close to the relaxation.
    columns : int, default 20
        How many monomials each round adds; 1 in the paper.
    vote : {"integer", "relaxation"}, default "integer"
        Which weights vote. ``"integer"``: the best for the sum of misclassified rows and penalties
        that a local search finds, starting from the relaxation; a handful of monomials.
        ``"relaxation"``: those of the paper, which are many if there are many bits.
    cuts : {"joined", "printed"}, default "joined"
        ``"joined"``: valid pair cuts, so that `bound_` is a bound. ``"printed"``: those printed in
        the paper, which give sparser votes but are not valid, so that `bound_` proves nothing; see
        `nzdd.formulations.learning.l0_rboost.pair_cuts`.
    hamming : float, optional
        With a number, each monomial adds the cuts of all pairs of rows that it distinguishes and
        whose Hamming distance is at most this multiple of the least; the paper does not state its
        factor. By default only violated cuts are added.
    vote_first : bool, default True
        Also search for a vote before the relaxation, and solve that over single literals first.
        With many rows or bits this finds better votes in the same time. The paper does not do it.
    max_iter : int, optional
        The most rounds for each problem, besides up to ten over single literals with `vote_first`.
    time_limit : float, "auto" or None, default "auto"
        Seconds for a fit after encoding, by default ten for each problem. Up to 30 % go into the
        choice of an order; the problems of several classes share the rest: up to 40 % of it go into
        votes before the relaxation, and 20 % or more into improving them afterwards. None lets the
        relaxation converge, as in the paper.
    probability : bool, default True
        Learn from two halves of the rows as well, for `predict_proba`. That takes about as long
        again, and less for more than 60,000 rows.
    random_state : object, optional
        No effect, since nothing is random; accepted for code that sets it on every estimator.
    verbose : int, default 0
        1 prints a line for each round: seconds, monomials, bounds on the integer problem.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    estimators_ : list of Monomial, or list of such lists
        The monomials with a weight, the heaviest first, over the bits of `encoder_`. This and the
        following attributes hold one value for two classes, otherwise one per class.
    estimator_weights_ : ndarray, or list of ndarray
        lambda, of sum 1.
    objective_ : float or ndarray, shape (classes,)
        The optimum of the relaxation.
    bound_ : float or ndarray
        No vote of monomials has a smaller sum of misclassified rows and penalties. It is not a
        bound with printed cuts.
    upper_ : float or ndarray
        The sum for the best vote that was found, the one that votes unless `vote` is
        ``"relaxation"``.
    gap_ : float or ndarray
        ``upper_ - bound_``.
    code_length_ : CodeLength or list of CodeLength
        (6) to (8) of the paper: the bits that describe the vote and the rows that it misclassifies;
        see `nzdd.formulations.learning.l0_rboost.CodeLength`.
    risk_bound_ : float or ndarray
        (5) of the paper, with confidence 0.95: a bound on the share of errors among as many new
        rows as there are training rows. Above 1, as usual for few rows, it says nothing.
    margin_ : float or ndarray
    max_order_ : int
        The order that was given or chosen, the same for all classes.
    order_choice_ : OrderChoice or None
        The orders tried, and their errors on rows held out.
    n_iter_ : int or ndarray
    history_ : list of Step, or list of such lists
        `bound_` and `upper_` after every round.
    result_ : L0RBoostResult or list
        Everything else.
    rules_ : DataFrame or list of tuples
        `estimators_` in words, with their votes for or against the class, support and lift.
    feature_importances_ : ndarray of float64, shape (columns,)
        Of the columns of X: the spread of what the rules add, of sum 1.
    encoder_ : transformer
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    X holds whatever the encoder takes. `decision_function` is the weighted vote, in [-1, 1], in
    time O(rows x literals in use), not counting the encoder. Where the vote is 0 it has the sign of
    the class with more weight, so that this is the one that `predict` gives.

    The integer vote is never worse on the training rows than the larger class for all of them.
    Memory O(rows x bits) numbers of 4 bytes; see `nzdd.formulations.learning.l0_rboost.l0_rboost`.

    References
    ----------
    Goldberg and Eckstein 2009, "Tightened L0-Relaxation Penalties for Classification", Algorithm 1.

    Examples
    --------
    >>> from nzdd.sklearn import L0RBoostClassifier
    >>> X = [[20, "no"], [37, "yes"], [38, "no"], [60, "yes"], [25, "no"], [52, "yes"]] * 5
    >>> y = ["low", "high", "low", "high", "low", "high"] * 5
    >>> classifier = L0RBoostClassifier(max_order=1).fit(X, y)
    >>> classifier.predict([[30, "yes"]]).tolist()
    ['high']
    """

    margin: float | str = AUTO
    _: KW_ONLY
    max_order: int | str = AUTO
    kappa: float = KAPPA
    penalties: ArrayLike | None = None
    encoder: Any = None
    class_weight: str | Mapping[Any, float] | None = None
    gap: float = 1e-4
    columns: int = 20
    vote: str = INTEGER
    cuts: str = "joined"
    hamming: float | None = None
    vote_first: bool = True
    max_iter: int | None = None
    time_limit: float | str | None = AUTO
    probability: bool = True
    random_state: Any = None
    verbose: int = 0

    _default_encoder = BinaryEncoder()
    _auto_seconds = 10.0

    @classmethod
    def as_published(cls, max_order: int = 1, **parameters: Any) -> Self:
        """Algorithm 1 as in the experiments of the paper, section 7.

        The weights of the relaxation (18) vote, with the cuts (17) as printed. Every round adds one
        monomial, and the cuts of the pairs that it tells apart whose Hamming distance is at most
        1.25 times the least; the paper does not tell its factor. The penalties are (28) with
        ``kappa=1.5``, rho is 20 / M, and there is no limit and no tolerance, so that many bits or
        rows may take long; `time_limit` can be given.

        Parameters
        ----------
        max_order : int, default 1
            K; the paper has 1 and 5.
        **parameters
            Others of the class, and other values, such as ``encoder`` (the paper does not tell how
            it made its bits) or ``margin`` (rho; figures 2 to 6 vary it).

        Returns
        -------
        L0RBoostClassifier

        Notes
        -----
        Where the vote is 0, `predict` gives the class with more weight; the paper counts an error.
        The search also prices ``sum v <= c_u``, which (20) leaves out; without it the relaxation
        might not be solved.

        Examples
        --------
        >>> from nzdd.sklearn import L0RBoostClassifier
        >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 100
        >>> model = L0RBoostClassifier.as_published(max_order=2).fit(X, [0, 0, 0, 1] * 100)
        >>> model.margin_, model.predict(X[:4]).tolist()
        (0.05, [0, 0, 0, 1])
        """
        settings: dict[str, Any] = {
            "margin": UNLIMITED,
            "gap": 0.0,
            "columns": 1,
            "vote": RELAXATION,
            "cuts": PRINTED,
            "hamming": HAMMING,
            "vote_first": False,
            "time_limit": None,
            "probability": False,
        }
        return cls(max_order=max_order, **(settings | parameters))

    def _decide(self, table: Any) -> NDArray[np.float64]:
        bits = _as_bits(self._encoded(table))
        values = [result.decision_function(bits, self.vote) for result in self._results]
        return values[0] if len(values) == 1 else np.column_stack(values)

    def summary(self) -> str:
        """A readable text: every problem with its bounds and its weighted monomials.

        Returns
        -------
        str
            For `print`.
        """
        check_is_fitted(self, self._fitted)
        names = self._bit_names()
        return "\n\n".join(
            f"{title}, where the sum is above 0\n{result.summary(names, self.vote)}"
            for title, result in zip(self._problem_titles(), self._results, strict=True)
        )

    def _check_parameters(self) -> None:
        check_number("margin", self.margin, 0.0, 1.0, above=True, choices=(AUTO, UNLIMITED))
        check_vote(self.vote if isinstance(self.vote, str) else shown(self.vote))
        check_choice("cuts", self.cuts, FORMS)
        check_integer("max_order", self.max_order, choices=(AUTO,))
        check_number("kappa", self.kappa, 0.0, LARGEST_KAPPA)
        check_number("gap", self.gap, infinite=True)
        check_integer("columns", self.columns)
        check_number("hamming", self.hamming, 1.0, infinite=True, choices=(None,))
        check_flags(self, "vote_first")
        check_integer("max_iter", self.max_iter, choices=(None,))
        check_number("time_limit", self.time_limit, infinite=True, choices=(None, AUTO))
        check_encoder(self.encoder)
        check_flags(self, "probability")
        check_verbose(self.verbose)
        check_seed(self.random_state)
        if self.penalties is None:
            return
        shape = np.shape(self.penalties)
        if self.max_order == AUTO:
            if len(shape) != 1 or shape[0] < 2:
                raise ValueError(
                    f"penalties have shape {shape}; give one for every order from 0 to 1 or more"
                )
        elif shape != (self.max_order + 1,):  # type: ignore[operator]
            raise ValueError(
                f"penalties have shape {shape}; give one for every order from 0 to max_order = "
                f"{self.max_order}"
            )

    def _learn(self, table: Any, labels: NDArray[Any], weights: NDArray[np.float64]) -> None:
        classes, codes = numbered(labels)
        bits = _as_bits(self._encoded(table, labels, weights))
        factors = class_factors(self.class_weight, classes)
        if factors is not None:
            weights = weights * factors[codes]
        before = getattr(self, "result_", None)
        limits = Limits(self._seconds(classes))
        choice = self._choice(bits, codes, weights, limits.part(CHOOSING))
        try:
            results = self._solve_each(
                classes,
                codes,
                lambda positive, left: self._solved(bits, positive, weights, choice.order, left),
                limits,
            )
        finally:
            if getattr(self, "result_", None) is not before:
                self.max_order_ = choice.order
                self.order_choice_ = choice if choice.errors.size else None
                self._bits = bits.shape[1]
                self._found_rules = monomial_rules(
                    self._results,
                    self.vote,
                    self.classes_,
                    self._names_of_bits(),
                    self._columns_of_bits(),
                    bits,
                    codes,
                    weights,
                )
                self._describe(bits, codes, weights)
        for result in results:
            if result.limit is not None:
                warnings.warn(
                    f"the relaxation ended by {result.limit} after {result.num_rounds} rounds, so "
                    "bound_ may be low; give more, or a larger gap",
                    ConvergenceWarning,
                    stacklevel=3,
                )

    def _rules(self) -> list[Rule]:
        check_is_fitted(self, self._fitted)
        return self._found_rules

    def _describe(
        self, bits: NDArray[np.bool_], codes: NDArray[Any], weights: NDArray[np.float64]
    ) -> None:
        """Set the code lengths of the votes, by their errors on the training rows."""
        total = max(2.0, float(weights.sum()))
        lengths = []
        for code, result in zip(
            positive_codes(np.arange(self.classes_.size)), self._results, strict=True
        ):
            wrong = (result.decision_function(bits, self.vote) > 0) != (codes == code)
            length = CodeLength.of_vote(
                result.ensemble(self.vote)[0],
                float(weights[wrong].sum()),
                num_attributes=bits.shape[1],
                max_order=self.max_order_,
                total_weight=total,
            )
            lengths.append(length)
        set_of_problems(
            self, code_length_=lengths, risk_bound_=[each.risk_bound() for each in lengths]
        )

    def _num_bits(self) -> int:
        return int(self._bits)

    def _choice(
        self,
        bits: NDArray[np.bool_],
        codes: NDArray[Any],
        weights: NDArray[np.float64],
        limits: Limits,
    ) -> OrderChoice:
        """The order that is given, or one for the sample."""
        given = self.max_order
        if self.penalties is not None:
            given = len(np.asarray(self.penalties)) - 1
        if not isinstance(given, str):
            return OrderChoice(int(given), (), np.empty(0))

        def find(
            bits: NDArray[np.bool_],
            positive: NDArray[np.bool_],
            weights: NDArray[np.float64],
            order: int,
            limits: Limits,
        ) -> Vote:
            return search_vote(*self._problem(bits, positive, weights, order), limits)

        masses = np.bincount(codes, weights)
        balanced = self.class_weight == "balanced"
        factors = masses.sum() / masses if balanced else None
        return choose_order(bits, codes, weights, find, limits, factors=factors)

    def _problem(
        self,
        bits: NDArray[np.bool_],
        positive: NDArray[np.bool_],
        weights: NDArray[np.float64],
        order: int,
    ) -> tuple[BitSample, float, NDArray[np.float64]]:
        """The sample, the margin and the penalties of (15)."""
        if self.class_weight == "balanced":
            share = weights[positive].sum() / weights.sum()
            weights = weights / (2 * np.where(positive, share, 1 - share))
        sample = BitSample.from_rows(bits, positive, weights)
        total = max(2.0, sample.total_weight)
        margin = self.margin
        if isinstance(margin, str):
            margin = min(LARGEST_MARGIN if margin == AUTO else 1.0, ROWS_OF_MARGIN / total)
        if self.penalties is None:
            return (
                sample,
                float(margin),
                description_lengths(bits.shape[1], order, total, self.kappa),
            )
        return sample, float(margin), np.asarray(self.penalties, np.float64)

    def _solved(
        self,
        bits: NDArray[np.bool_],
        positive: NDArray[np.bool_],
        weights: NDArray[np.float64],
        order: int,
        time_limit: float | None,
    ) -> L0RBoostResult:
        # Solvers are loaded only where one is used.
        from nzdd.adapters.solvers.glop import GlopEngine

        sample, margin, penalties = self._problem(bits, positive, weights, order)
        return l0_rboost(
            sample,
            margin=margin,
            penalties=penalties,
            make_engine=GlopEngine,
            gap=self.gap,
            columns=self.columns,
            form=self.cuts,
            hamming=self.hamming,
            cuts=CUTS if self.hamming is None else MORE_CUTS,
            polish=self.vote == INTEGER,
            vote_first=self.vote_first,
            max_rounds=self.max_iter,
            time_limit=time_limit,
            on_step=print_step if self.verbose else None,
        )

    def _for_a_half(self) -> Any:
        """A vote alone, if possible: the relaxation would only tell the bound."""
        model = super()._for_a_half().set_params(max_order=self.max_order_)
        if self.vote != INTEGER or not self.vote_first:
            return model
        return model.set_params(max_iter=1 if self.max_order_ > SINGLE else SINGLES_ROUNDS)

    def _adopt(self, results: list[L0RBoostResult]) -> None:
        chosen, shares = zip(*(each.ensemble(self.vote) for each in results), strict=True)
        set_of_problems(
            self,
            result_=results,
            estimators_=chosen,
            estimator_weights_=shares,
            history_=[each.history for each in results],
            objective_=[each.relaxation for each in results],
            bound_=[each.lower for each in results],
            upper_=[each.upper for each in results],
            gap_=[each.gap for each in results],
            margin_=[each.margin for each in results],
            n_iter_=[each.num_rounds for each in results],
        )

    def _table(self, X: Any, *, reset: bool) -> Any:
        """Check the table as a whole; the encoder checks its values."""
        return checked_table(self, X, reset=reset, skip_check_array=True)


def _as_bits(table: Any) -> NDArray[np.bool_]:
    bits: Any = table.toarray() if issparse(table) else table  # type: ignore[attr-defined]
    dense = np.asarray(bits)
    if not ((dense == 0) | (dense == 1)).all():
        raise ValueError("the encoder makes values other than 0 and 1; take one that makes bits")
    return dense.astype(np.bool_)
