"""What a compression did to a model."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from nzdd.formulations.models.linear import LinearModel
from nzdd.input.text import table


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a model."""

    rows: int
    columns: int
    nonzeros: int

    @classmethod
    def of(cls, model: LinearModel) -> Size:
        """The size of a model."""
        return cls(model.num_rows, model.num_columns, model.num_nonzeros)


@dataclass(frozen=True, slots=True)
class GroupReport:
    """The sizes of one group of rows before and after.

    Attributes
    ----------
    name : str
        ``inequality``, ``equality`` or ``range``.
    rows, nonzeros : int
        Of the group in the original model.
    redundant : int
        Rows dropped because another row with the same left side is at least as tight.
    replaced : int
        Rows that a diagram replaces; 0 if it is not smaller.
    edges, potentials, new_nonzeros : int
        The rows, columns and nonzeros that replace them.
    seconds : float
    """

    name: str
    rows: int
    nonzeros: int
    redundant: int
    replaced: int
    edges: int
    potentials: int
    new_nonzeros: int
    seconds: float

    def __str__(self) -> str:
        text = f"{self.rows:,} rows, {self.redundant:,} redundant"
        if self.replaced:
            text += (
                f", {self.replaced:,} replaced by {self.edges:,} edges and "
                f"{self.potentials:,} potentials with {self.new_nonzeros:,} nonzeros"
            )
        return f"{text} ({self.seconds:.2f} s)"


@dataclass(frozen=True, slots=True)
class CompressionReport:
    """The size of a model before and after, and a line per group."""

    before: Size
    after: Size
    groups: tuple[GroupReport, ...]

    @property
    def ratios(self) -> dict[str, float]:
        """Rows, columns and nonzeros after divided by those before; 1 where there are none."""
        before, after = asdict(self.before), asdict(self.after)
        return {key: after[key] / size if size else 1.0 for key, size in before.items()}

    @property
    def warning(self) -> str:
        """One line where rows and columns together, or nonzeros, are more than before.

        Empty otherwise. A solver's work grows with rows and columns too.
        """
        before, after = asdict(self.before), asdict(self.after)
        larger = after["rows"] + after["columns"] > before["rows"] + before["columns"]
        if not larger and after["nonzeros"] <= before["nonzeros"]:
            return ""
        grown = (
            f"{key} from {before[key]:,} to {after[key]:,}"
            for key in before
            if after[key] > before[key]
        )
        fewer = " and ".join(key for key in before if after[key] < before[key])
        return f"fewer {fewer}, but {', '.join(grown)}; a solver may take longer"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain dicts and lists, for JSON, with `ratios` and `warning`."""
        report = asdict(self) | {"ratios": self.ratios, "warning": self.warning}
        return report | {"groups": list(report["groups"])}

    def __str__(self) -> str:
        lines = [f"{'':<12}{'rows':>12}{'columns':>12}{'nonzeros':>12}"]
        for name, size in (("before", self.before), ("after", self.after)):
            lines.append(f"{name:<12}{size.rows:>12,}{size.columns:>12,}{size.nonzeros:>12,}")
        lines.append(f"{'ratio':<12}" + "".join(f"{each:>12.2f}" for each in self.ratios.values()))
        lines += [f"{group.name:<12}{group}" for group in self.groups]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.table("CompressionReport")

    def table(self, title: str) -> str:
        """The same in HTML, for a notebook."""
        sizes = {"before": self.before, "after": self.after}
        facts = {
            name: f"{size.rows:,} rows, {size.columns:,} columns, {size.nonzeros:,} nonzeros"
            for name, size in sizes.items()
        }
        return table(title, facts | {group.name: str(group) for group in self.groups})
