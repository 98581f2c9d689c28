"""What the classifier and the regressor of rules share."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import check_seed, check_verbose, checked_columns
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bins import LiteralTexts, bin_codes, bin_columns
from nzdd.adapters.sklearn.rules.monotone import directions
from nzdd.adapters.sklearn.rules.report.report_mixin import ReportMixin
from nzdd.adapters.sklearn.rules.sizes_mixin import SizesMixin, as_frame
from nzdd.adapters.sklearn.rules.smooth import PENALTY, linear_terms, term_text
from nzdd.adapters.sklearn.rules.vote_code import VoteCode
from nzdd.adapters.sklearn.rules_mixin import Rule, RulesMixin
from nzdd.formulations.iteration.limits import COLUMNS, INTERRUPTED, Limits, in_words
from nzdd.formulations.learning.rules.bins.binned_rows import MAX_BINS, BinnedRows
from nzdd.formulations.learning.rules.bins.terms import RowsWithTerms
from nzdd.formulations.learning.rules.masters.linear_master import LinearMaster
from nzdd.formulations.learning.rules.masters.newton_master import Master
from nzdd.formulations.learning.rules.path import PathPoint
from nzdd.formulations.learning.rules.rule_fit import RuleFit
from nzdd.formulations.learning.rules.training import fit_rules, order_penalties
from nzdd.input.parameters import check_choice, check_flags, check_integer, check_number

AUTO, ONE_STANDARD_ERROR, BEST = "auto", "1se", "best"

MANY_ROWS = 20_000
"""With more distinct rows one part of the rows is held out once."""


@dataclass(eq=False, repr=False)
class RuleBase(SizesMixin, ReportMixin, RulesMixin):
    """The parameters, the fit and the explanations of votes of conjunctions."""

    alpha: float | str = AUTO
    _: KW_ONLY
    max_order: int = 2
    max_rules: int | None = None
    max_literals: int | None = None
    max_points: int | None = None
    literal_penalty: float = 0.3
    choice: str = AUTO
    relax: float | str = AUTO
    folds: int | str = AUTO
    cuts: str | ArrayLike | Mapping[Any, Any] = "quantile"
    max_bins: int | str = AUTO
    monotone: Any = None
    smooth: bool = False
    gap: float = 1e-4
    time_limit: float | None = None
    random_state: Any = 0
    verbose: int = 0

    _on_point: ClassVar[Any] = None
    """Called with each point of the path, in place of printing it."""

    def _check_parameters(self) -> None:
        check_number("alpha", self.alpha, above=True, choices=(AUTO,))
        check_number("relax", self.relax, 0, 1, above=True, choices=(AUTO,))
        if self.relax not in (AUTO, 1) and (self.max_rules, self.max_literals) != (None, None):
            raise ValueError(
                "relax is not for votes of limited size, whose weights have a penalty of their "
                "own; leave relax, or max_rules and max_literals, at its default"
            )
        check_integer("max_order", self.max_order, 1)
        check_integer("max_rules", self.max_rules, 0, choices=(None,))
        check_integer("max_literals", self.max_literals, 0, choices=(None,))
        check_integer("max_points", self.max_points, choices=(None,))
        check_number("literal_penalty", self.literal_penalty)
        check_choice("choice", self.choice, (AUTO, ONE_STANDARD_ERROR, BEST))
        check_integer("folds", self.folds, 1, choices=(AUTO,))
        check_integer("max_bins", self.max_bins, 2, choices=(AUTO,))
        if not isinstance(self.max_bins, str) and self.max_bins > MAX_BINS - 1:
            raise ValueError(f"max_bins is {self.max_bins}; give at most {MAX_BINS - 1}")
        if self.monotone is not None and self.max_points is not None:
            raise ValueError("max_points is not for monotone votes; leave one of them out")
        check_flags(self, "smooth")
        if self.smooth and self.max_points is not None:
            raise ValueError("max_points is not for smooth votes; leave one of them out")
        check_number("gap", self.gap, above=True)
        check_number("time_limit", self.time_limit, choices=(None,))
        check_verbose(self.verbose)
        check_seed(self.random_state)

    def _check_smooth(self) -> None:
        """Refuse what linear programs are not for."""
        for name in ("max_rules", "max_literals", "max_points", "monotone"):
            if getattr(self, name) is not None:
                raise ValueError(f"{name} needs a smooth loss; leave {name} or loss at its default")
        if self.smooth:
            raise ValueError("smooth needs a smooth loss; leave smooth or loss at its default")

    def _new_encoder(self) -> BinaryEncoder:
        most = self.max_bins
        if most == AUTO:
            most = 32 if self.max_order < 3 else 8
        return BinaryEncoder(self.cuts, max_bins=int(most), max_categories=MAX_BINS - 1)

    def _table(self, X: Any, *, reset: bool) -> Any:
        """Check the table as a whole; its columns are checked as they are read."""
        if reset:
            self.encoder_ = self._new_encoder()
        return checked_columns(self, X, reset=reset)

    def _learn(self, table: Any, labels: NDArray[Any], weights: NDArray[np.float64]) -> None:
        self._limits = Limits(self.time_limit)
        try:
            self.encoder_.fit(table, labels, weights)
            self._learn_bins(bin_codes(self.encoder_, table), labels, weights)
        finally:
            del self._limits

    def _learn_bins(
        self,
        bins: NDArray[np.uint8],
        labels: NDArray[Any],
        weights: NDArray[np.float64],
        copies: NDArray[np.float64] | None = None,
    ) -> None:
        """Learn from rows of bins, of which each stands for `copies` rows, by default for one."""
        raise NotImplementedError

    def _binned(self, bins: NDArray[np.uint8]) -> BinnedRows:
        """Rows of bins, with what is known about their columns."""
        columns = bin_columns(self.encoder_)
        if self.smooth:
            terms = linear_terms(self.encoder_)
            rows = RowsWithTerms(bins, columns, terms, directions(self.monotone, self.encoder_))
            if rows.wide:
                raise ValueError(
                    f"smooth is not for {len(columns):,} columns, of which not all pairs can be "
                    "looked at; leave smooth out, or some columns"
                )
            return rows
        return BinnedRows(bins, columns, monotone=directions(self.monotone, self.encoder_))

    def _fit(
        self, rows: BinnedRows, target: Any, *, linear: bool = False, offset: float = 0.0
    ) -> RuleFit:
        """Set all attributes.

        `linear`: the loss of the target is piecewise linear; `offset` is added to the vote.
        """
        limits = getattr(self, "_limits", None) or Limits(self.time_limit)
        budgets = {
            name: None if getattr(self, name) is None else int(getattr(self, name))
            for name in ("max_rules", "max_literals", "max_points")
        }
        if linear:
            from nzdd.adapters.solvers.glop import GlopEngine

            master: Any = partial(LinearMaster, make_engine=GlopEngine, limits=limits)
        else:
            master = Master
        folds = 5 if rows.num_rows <= MANY_ROWS and not rows.wide else 1
        if not isinstance(self.folds, str):
            folds = int(self.folds)
        folds = min(folds, max(2, target.size)) if folds > 1 else 1
        choice = self.choice
        if choice == AUTO:  # a budget is meant to be spent
            sized = self.max_rules is not None or self.max_literals is not None
            choice = BEST if sized else ONE_STANDARD_ERROR
        penalty = order_penalties(int(self.max_order), float(self.literal_penalty))
        penalty[0] = PENALTY  # of terms
        fit = fit_rules(
            rows,
            target,
            penalty,
            level=None if self.alpha == AUTO else float(self.alpha),
            **budgets,
            master=master,
            relax=None if self.relax == AUTO else float(self.relax),
            standard_errors=float(choice == ONE_STANDARD_ERROR),
            num_folds=folds,
            gap=float(self.gap),
            seed=int(check_random_state(self.random_state).randint(2**31)),
            limits=limits,
            on_point=self._on_point or (print_point if self.verbose else None),
        )
        self._offset = offset
        self._show(fit)
        if fit.card is not None:
            self.multiplier_ = fit.card.multiplier
            self.points_ = np.rint(fit.vote.weights[:, 0] / fit.card.multiplier).astype(int)
        self.n_iter_ = max(1, len(fit.path.points))
        return self.result_

    def _show(self, fit: RuleFit) -> None:
        """Set the attributes of a vote."""
        vote = replace(fit.vote, intercept=fit.vote.intercept + self._offset)
        self.result_ = replace(fit, vote=vote)
        self.alpha_, self.relax_, self.intercept_ = fit.level, fit.relax, vote.intercept
        self.conjunctions_, self.weights_ = list(vote.rules), vote.weights
        self.objective_, self.bound_ = fit.bounds
        self.gap_ = self.objective_ - self.bound_
        self._words = list(map(LiteralTexts(self.encoder_).conjunction, vote.rules))
        self._words += [term_text(term, self.encoder_) for term in vote.terms]

    def _remember(self, rows: BinnedRows, counts: NDArray[np.float64]) -> None:
        """Add up the counts of the rows that each rule of the path covers."""
        share = counts.reshape(len(counts), -1).sum(axis=1)
        share = share / share.sum()
        self._spreads = {}
        for term in rows.terms:
            each = term.of(rows.codes)[:, 0] / (term.values[-2, 0] - term.values[0, 0])
            self._spreads[term.column] = float(np.sqrt(share @ (each - share @ each) ** 2))
        points = [point.fitted.rules for point in self.result_.points]
        used = np.unique(np.concatenate([np.zeros(0, np.uint32), *points]))
        used = used[used >= len(rows.terms)]
        sums = rows.sums(used, counts)
        self._counted = dict(zip([rows.rules[rule] for rule in used.tolist()], sums, strict=True))

    def to_sql(self) -> dict[Any, str]:
        """The vote as expressions of standard SQL, over columns named as those of the table.

        Returns
        -------
        dict from output to str
            An output for each column of `weights_`: of a classifier its class, of a regressor
            ``"value"``. The expression has the value of `decision_function` or `predict`.
        """
        check_is_fitted(self, "result_")
        code = VoteCode(self.result_.vote, self.encoder_)
        return {name: code.sql(at) for at, name in enumerate(self._output_names())}

    def to_python(self, name: str = "vote") -> str:
        """The vote as a function of plain Python that needs no package.

        Parameters
        ----------
        name : str
            Of the function. It takes a mapping from columns to values, where None and NaN are
            missing, and returns the list of the votes of all outputs, as `decision_function`.

        Returns
        -------
        str
        """
        check_is_fitted(self, "result_")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is no name of a function; give one such as 'vote'")
        return VoteCode(self.result_.vote, self.encoder_).python(name)

    def to_dict(self) -> dict[str, Any]:
        """The vote as values of JSON.

        Returns
        -------
        dict
            ``outputs``, the names of what is added up; ``intercept``, a number for each; and
            ``rules``, each with ``literals`` (``column``, ``operator``: one of ``>``, ``<=``,
            ``in``, ``missing`` and ``known``, and ``value``) and ``weights``.
        """
        check_is_fitted(self, "result_")
        facts = VoteCode(self.result_.vote, self.encoder_).facts()
        return {"outputs": self._output_names(), **facts}

    def _set_support(self, sums: NDArray[np.float64]) -> None:
        """Set what `rules_` says of the rows that each rule covers, by the counts of these."""
        raise NotImplementedError

    def _finish(self, fit: RuleFit) -> None:
        """Say what ended the search early; all attributes are set."""
        if fit.limit == INTERRUPTED:
            raise KeyboardInterrupt
        if fit.path.limit is not None:
            words, seen = in_words(fit.path.limit), len({each.level for each in fit.path.points})
            what = f"choice of the penalty ended by its {words}, with {seen} compared"
        elif fit.limit == COLUMNS:
            what = (
                f"gap of {self.gap_:.2g} around the objective {self.objective_:.6g} stays, as "
                "there are too many columns to look at all pairs of them"
            )
        elif fit.limit is not None:
            words = in_words(fit.limit)
            gap = f"{self.gap_:.2g} around the objective {self.objective_:.6g}"
            what = f"search ended by its {words} with a gap of {gap}"
        else:
            return
        message = f"the {what}; the rules are the best so far"
        warnings.warn(message, ConvergenceWarning, stacklevel=4)

    def _votes(self, table: Any) -> NDArray[np.float64]:
        return self.result_.vote.votes(bin_codes(self.encoder_, table))

    def explain(self, X: Any) -> Any:
        """Which rules hold for each row, and what each adds.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            ``row`` (its position), ``rule``, or a line of `smooth`, and what is added: of a
            classifier a column for each class of `weights_`, of a regressor ``value``. The
            constant is called ``(intercept)``. The sums are the values of `decision_function` or
            `predict`.
        """
        check_is_fitted(self, "result_")
        codes = bin_codes(self.encoder_, self._table(X, reset=False))
        row, rule, added = self.result_.vote.parts(codes)
        added = np.vstack((added, np.tile(self.intercept_, (len(codes), 1))))
        row = np.append(row, np.arange(len(codes)))
        order = np.argsort(row, kind="stable")  # the constant comes last in each row
        rule, added = np.append(rule, np.full(len(codes), len(self._words)))[order], added[order]
        words = np.array([*self._words, "(intercept)"], object)[rule]
        columns = (row[order].tolist(), words.tolist(), *added.T.tolist())
        rows = list(zip(*columns, strict=True))
        return as_frame(rows, ("row", "rule", *self._output_names()))

    def _output_names(self) -> list[Any]:
        """What the columns of `weights_` are for."""
        raise NotImplementedError

    def _rule_rows(self, support: Any, lift: Any, labels: list[Any]) -> list[Rule]:
        """Every weight as a rule of the table."""
        found = []
        for at, (words, rule) in enumerate(zip(self._words, self.conjunctions_, strict=False)):
            columns = sorted({literal.column for literal in rule})
            for output, label in enumerate(labels):
                if weight := float(self.weights_[at, output]):
                    facts = float(support[at]), float(lift[at, output])
                    found.append(Rule(words, weight, label, len(rule), *facts, columns))
        of_terms = self._words[len(self.conjunctions_) :]
        for term, words in zip(self.result_.vote.terms, of_terms, strict=True):
            rises = (term.values[-2] - term.values[0]).tolist()
            for label, rise in zip(labels, rises, strict=True):
                if rise:
                    of_line = 1, 1.0, np.nan, [term.column], abs(rise) * self._spreads[term.column]
                    found.append(Rule(words, rise, label, *of_line))
        return found

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags


def print_point(point: PathPoint) -> None:
    """Print a point of the path as a line of a table."""
    print(
        f"alpha {point.level:<10.4g} relax {point.relax:<5.2g} "
        f"rules {point.num_rules:>5} literals {point.num_literals:>6} "
        f"objective {point.bounds.upper:<10.6g} held-out loss {point.held_out_loss:<10.6g}",
        flush=True,
    )
