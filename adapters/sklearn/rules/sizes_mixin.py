"""Votes of other sizes than the one that a fit has chosen."""

from __future__ import annotations

import importlib.util
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nzdd.formulations.learning.rules.rule_fit import RuleFit
from nzdd.formulations.learning.rules.small.small_votes import SmallVote
from nzdd.formulations.learning.rules.vote import RuleVote
from nzdd.input.parameters import check_integer

if TYPE_CHECKING:
    from typing_extensions import Self


class SizesMixin:
    """An estimator with a `RuleFit`."""

    result_: RuleFit
    conjunctions_: list[Any]
    _held_out: Any
    _counted: dict[Any, Any]
    _show: Any
    _set_support: Any

    @property
    def path_(self) -> Any:
        """The votes for the penalties that were compared, the largest penalty first.

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            ``alpha``, ``relax``, ``rules``, ``literals``, ``objective``, ``bound``,
            ``held_out_loss``, ``held_out_error``, ``chosen``. Empty if alpha was given.
        """
        check_is_fitted(self, "result_")
        rows = [
            (
                point.level,
                point.relax,
                point.num_rules,
                point.num_literals,
                *point.bounds,
                point.held_out_loss,
                point.held_out.mean_error,
                at == self.result_.chosen,
            )
            for at, point in enumerate(self.result_.path.points)
        ]
        names = ("alpha", "relax", "rules", "literals", "objective", "bound")
        return as_frame(rows, (*names, "held_out_loss", "held_out_error", "chosen"))

    @property
    def front_(self) -> Any:
        """The Pareto front of held-out loss against literals, the smallest vote first.

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            Of every vote that no smaller one is as good as: ``literals``, ``rules``,
            ``held_out_loss`` and its ``standard_error``, ``held_out_error``, ``alpha``,
            ``objective``, ``bound`` (no vote of conjunctions has a smaller objective for that
            alpha), ``gap``, ``search`` (``"penalty"``: the optimum, whose rules may have relaxed
            weights; ``"size"``: the best found of its size), and whether it is ``chosen``. Empty
            if alpha was given. ``at(literals=...)`` makes a model of each.
        """
        check_is_fitted(self, "result_")
        result = self.result_
        rows = [
            (
                point.num_literals,
                point.num_rules,
                point.held_out_loss,
                point.held_out.standard_error(result.path.num_held_out),
                point.held_out.mean_error,
                point.level,
                *point.bounds,
                point.bounds.upper - point.bounds.lower,
                "size" if result.position(point) is None else "penalty",
                point is result.point,
            )
            for point in result.front()
        ]
        names = ("literals", "rules", "held_out_loss", "standard_error", "held_out_error", "alpha")
        return as_frame(rows, (*names, "objective", "bound", "gap", "search", "chosen"))

    def at(self, *, literals: int | None = None, rules: int | None = None) -> Self:
        """A smaller or larger vote that the fit has met, without another fit.

        Parameters
        ----------
        literals, rules : int, optional
            At most so many. Of the votes that have no more, on the path and within a budget, it is
            the one of the least held-out loss, which `front_` has, too.

        Returns
        -------
        estimator
            A copy of this one with the attributes of that vote.

        Raises
        ------
        ValueError
            If no votes were compared, as `alpha` was given.

        Notes
        -----
        Time O(rules). `objective_` and `bound_` are those of that vote. Votes of the path are the
        optimum for a penalty; a fit with `max_literals` takes longer, and has the best votes found
        of every size up to the one that it chose.
        """
        check_is_fitted(self, "result_")
        check_integer("literals", literals, 0, choices=(None,))
        check_integer("rules", rules, 0, choices=(None,))
        most = [np.inf if size is None else size for size in (literals, rules)]
        result = self.result_
        point = result.within(*most)
        if point is None:
            raise ValueError("there is no path of votes to choose from; fit with alpha='auto'")
        path, position = result.path, result.position(point)
        vote = RuleVote.of(point.fitted, path.rules, path.terms, result.vote.columns)
        model = copy(self)
        model._held_out = None
        for name in ("points_", "multiplier_"):
            vars(model).pop(name, None)
        model._show(
            replace(
                result,
                vote=vote,
                level=point.level,
                relax=point.relax,
                bounds=point.bounds,
                chosen=result.chosen if position is None else position,
                small=point.fitted if isinstance(point.fitted, SmallVote) else None,
                card=None,
            )
        )
        found = [self._counted[rule] for rule in model.conjunctions_]
        model._set_support(np.array(found, np.float64))
        return model


def as_frame(rows: list[Any], names: tuple[Any, ...]) -> Any:
    """A DataFrame, or the rows themselves where pandas is not installed."""
    if importlib.util.find_spec("pandas") is None:
        return rows
    from pandas import DataFrame

    return DataFrame(rows, columns=list(names))
