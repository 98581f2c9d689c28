"""How the columns of a sample were read, so that other files are read in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from nzdd.adapters.files.tables.cells.choices import Choices
from nzdd.adapters.files.tables.cells.date_columns import Dates, from_list
from nzdd.adapters.files.tables.cells.number_forms import NumberForm

_CURE = "save the model again with `nzdd fit -o`"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a sample was read.

    Attributes
    ----------
    format : {"table", "svmlight"}
    names : tuple of str
        All columns of the file, in its order, with the label.
    has_names : bool
        Whether they stand in the file.
    label : str or None
        One of them.
    text_labels : bool
        Whether the labels are text, perhaps of digits.
    features : tuple of str
        Those that are used.
    numbers : tuple of str
        Those of them that hold numbers.
    words : dict from str to list of str
        The words in columns of numbers that count as missing.
    forms : dict from str to NumberForm
        How numbers are written, where not as Python writes them.
    dates : dict from str to Dates
        The columns of dates, and which of `features` are made of them.
    choices : dict from str to Choices
        The columns of several choices, and which of `features` are made of them.
    missing : tuple of str
        Marks of missing values besides the usual ones.
    spellings : dict from str to str
        The labels by their folded forms, where some differ in case or blanks alone.
    num_features : int
        The largest index of an SVMlight file.
    """

    format: str
    names: tuple[str, ...] = ()
    has_names: bool = True
    label: str | None = None
    features: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    words: Mapping[str, list[str]] = field(default_factory=dict)
    forms: Mapping[str, NumberForm] = field(default_factory=dict)
    dates: Mapping[str, Dates] = field(default_factory=dict)
    choices: Mapping[str, Choices] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)
    num_features: int = 0
    text_labels: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns of the file that `features` are made of."""
        whole: dict[str, Dates | Choices] = {**self.dates, **self.choices}
        made = {called for name, each in whole.items() for called in each.columns(name).values()}
        return (*(name for name in self.features if name not in made), *whole)

    def only(self, used: AbstractSet[str]) -> Reading:
        """The same for some of `features`: the columns of others need not be in a file.

        A file without names needs all columns, which go by position.
        """
        if not self.has_names or not used:
            return self

        def those(whole: Mapping[str, Any]) -> dict[str, Any]:
            return {
                name: each
                for name, each in whole.items()
                if not used.isdisjoint(each.columns(name).values())
            }

        return replace(
            self,
            features=tuple(name for name in self.features if name in used),
            numbers=tuple(name for name in self.numbers if name in used),
            dates=those(self.dates),
            choices=those(self.choices),
        )

    def to_dict(self) -> dict[str, Any]:
        """The same as values of JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Reading:
        """What `to_dict` described; ValueError if it is damaged."""
        try:
            lists = ("names", "features", "numbers", "missing")
            strings = {key: tuple(map(str, content[key])) for key in lists}
            label = content["label"]
            return cls(
                format={"table": "table", "svmlight": "svmlight"}[content["format"]],
                has_names=bool(content["has_names"]),
                text_labels=bool(content["text_labels"]),
                label=None if label is None else str(label),
                words={str(key): [*map(str, each)] for key, each in content["words"].items()},
                forms={
                    str(key): NumberForm(*map(str, each)) for key, each in content["forms"].items()
                },
                dates={str(key): from_list(each) for key, each in content["dates"].items()},
                choices={
                    str(key): Choices(str(mark), tuple(map(str, each)))
                    for key, (mark, each) in content.get("choices", {}).items()
                },
                spellings={str(k): str(each) for k, each in content.get("spellings", {}).items()},
                num_features=int(content["num_features"]),
                **strings,
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            damage = f"what the model says of its columns is damaged ({error!r})"
            raise ValueError(f"{damage}; {_CURE}") from None
