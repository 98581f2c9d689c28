"""What estimators of rules say of a row, and of a fit."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import checked_weights
from nzdd.adapters.sklearn.encoding.bins import bin_codes
from nzdd.adapters.sklearn.rules.report.explanation import Explanation
from nzdd.adapters.sklearn.rules.report.rule_report import BinnedTable, rule_report
from nzdd.formulations.learning.judged import Judged
from nzdd.formulations.learning.rules.rule_fit import RuleFit


class ReportMixin:
    """An estimator with a `RuleVote`."""

    result_: RuleFit
    encoder_: Any
    _words: list[str]
    _table: Any
    _checked_labels: Any
    _output_names: Any

    _held_out: Judged | None = None
    """How the votes of the folds did on the rows that these had not seen: `Judged`."""

    def explain_row(self, row: Any, label: Any = None) -> Explanation:
        """Why a row is judged so, as text and as a picture.

        Parameters
        ----------
        row : array-like, sparse matrix or DataFrame, shape (1, n_features_in_)
        label : optional
            The class whose sum is explained; by default of two classes the second one, of more the
            predicted one.

        Returns
        -------
        Explanation
            ``print`` shows text, a notebook the picture, and ``to_svg()`` returns it.

        Raises
        ------
        ValueError
            If there is not exactly one row, or no sum for the label.
        """
        check_is_fitted(self, "result_")
        table = self._table(row, reset=False)
        if table.shape[0] != 1:
            raise ValueError(
                f"explain_row takes one row, not {table.shape[0]}; give X[3:4], or of a DataFrame "
                "X.iloc[[3]]"
            )
        codes = bin_codes(self.encoder_, table)
        vote = self.result_.vote
        votes, names = vote.votes(codes)[0], self._output_names()
        at = int(votes.argmax()) if label is None else -1
        if label is not None:
            if label not in names:
                listed = ", ".join(map(repr, names))
                raise ValueError(f"no sum of weights is for label={label!r}; give {listed}")
            at = names.index(label)
        _, part, added = vote.parts(codes)
        order = np.argsort(-np.abs(added[:, at]), kind="stable").tolist()
        parts = [(self._words[part[k]], float(added[k, at])) for k in order if added[k, at] != 0]
        constant = ("in every sum", float(vote.intercept[at]))
        output = names[at] if hasattr(self, "classes_") else None
        return Explanation(self._verdict(row), output, (*parts, constant), float(votes[at]))

    def _verdict(self, row: Any) -> str:
        """What is predicted for a row, in words."""
        raise NotImplementedError

    def to_html(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None, *, title: str = ""
    ) -> str:
        """A page about the fit: rules, effects of columns, calibration, confusion, and sizes.

        Parameters
        ----------
        X, y, sample_weight
            Rows with what is true of them, as for `fit`; effects are means over them. Calibration
            and confusion are those of rows that the folds of `fit` held out; without a path of
            folds, those of these rows.
        title : str

        Returns
        -------
        str
            HTML of one file, which loads nothing from elsewhere. Time O(rows x literals).
        """
        check_is_fitted(self, "result_")
        table = self._table(X, reset=False)
        labels = self._checked_labels(y, table.shape[0])
        weights = checked_weights(sample_weight, table)
        rows = BinnedTable(bin_codes(self.encoder_, table), weights)
        return self._page(rows, labels, title)

    def _page(
        self,
        rows: BinnedTable,
        labels: NDArray[Any],
        title: str,
        tested: tuple[Judged, str] | None = None,
    ) -> str:
        """The page for rows of bins; `tested`: predictions for other rows, and what these are."""
        judged, where = tested or (self._held_out, "on rows that the folds held out")
        if judged is None:
            votes = self.result_.vote.votes(rows.codes)
            judged, where = self._judge(votes, labels, rows.weights), "on the rows of this page"
        return rule_report(self, rows, judged, where, title=title)

    def _judge(
        self, votes: NDArray[np.float64], labels: NDArray[Any], weights: NDArray[np.float64]
    ) -> Judged:
        """The predictions of votes beside what was true."""
        raise NotImplementedError
