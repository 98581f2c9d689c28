"""The rows of a family within bounds of their total cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.input.row_table import Progress
from nzdd.input.whole_numbers import whole_numbers
from nzdd.zdd.nodes import ZddNodes

if TYPE_CHECKING:
    from typing_extensions import Self


class Costs(ZddNodes):
    """Linear conditions on rows, in one search over the diagram."""

    __slots__ = ()

    def with_cost(
        self,
        costs: ArrayLike | Mapping[Any, float],
        low: float | None = None,
        high: float | None = None,
        *,
        max_states: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """The rows whose costs add up to at least `low` and at most `high`.

        Parameters
        ----------
        costs : array of int or float, shape (num_symbols,), or mapping from names
            Of any sign; sums are exact. Floats that 15 digits write are taken as these decimals:
            0.1 and 0.2 cost 0.3 together. If one has more digits, as 1/3 has, all are the numbers
            that the computer holds. Fractions and `decimal.Decimal` are possible, too.
        low, high : int or float, optional
            No bound by default.
        max_states : int, optional
            Give up when there are more pairs of a node and an interval of sums than this. No limit
            by default.
        progress : callable, optional
            See `nzdd.ZDD.from_rows`.

        Returns
        -------
        ZDD
            In the order of the family.

        Raises
        ------
        ValueError
            If there is not one finite cost for each symbol, or a bound is NaN.
        MemoryError
            If there are more than `max_states`, or they do not fit.

        Notes
        -----
        One search over the diagram: the set of all rows within the bounds, which may be far larger,
        is not built. Sums that can be completed in the same ways below a node are one interval (M.
        Nishino, N. Yasuda, S. Minato and M. Nagata, BDD-constrained search, 2015). Time O(nodes
        met x log), memory O(nodes met + nodes).

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([["fig"], ["pear", "plum"], ["plum"]], names=["fig", "pear", "plum"])
        >>> price = {"fig": 0.5, "pear": 0.25, "plum": 0.75}
        >>> sorted(f.with_cost(price, 0.5, 0.75).named_rows())
        [('fig',), ('plum',)]
        >>> from nzdd.families import sets_of_size
        >>> sets_of_size(60, 30).with_cost(range(60), high=450).count()
        684
        """
        return self._within("with_cost", costs, low, high, max_states, progress)

    def _within(
        self,
        name: str,
        costs: ArrayLike | Mapping[Any, float],
        low: float | None = None,
        high: float | None = None,
        max_states: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        given = self.ground.by_symbol(costs, "cost")
        values, bounds = whole_numbers((given, low, high), self.num_symbols, name).words()
        limit = None if max_states is None else int(max_states)
        levels = self.order.by_level(values).ravel()
        native = _core.linear_sums(self._native, levels, bounds, limit, progress)
        return self._make(native, self.num_symbols, self.order)

    def cost_le(self, costs: ArrayLike | Mapping[Any, float], bound: float) -> Self:
        """The rows that cost at most as much as the bound; see `with_cost`.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> sorted(power_set(3).cost_le([2, 3, 4], 5))
        [(), (0,), (0, 1), (1,), (2,)]
        """
        return self._within("cost_le", costs, high=bound)

    def cost_ge(self, costs: ArrayLike | Mapping[Any, float], bound: float) -> Self:
        """The rows that cost at least as much as the bound; see `with_cost`.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> sorted(power_set(3).cost_ge([2, 3, 4], 7))
        [(0, 1, 2), (1, 2)]
        """
        return self._within("cost_ge", costs, low=bound)

    def cost_eq(self, costs: ArrayLike | Mapping[Any, float], bound: float) -> Self:
        """The rows that cost exactly as much as the bound; see `with_cost`.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> sorted(power_set(3).cost_eq([2, 3, 5], 5))
        [(0, 1), (2,)]
        """
        return self._within("cost_eq", costs, bound, bound)
