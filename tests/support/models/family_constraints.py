"""Random small constraints over families, and their rows listed one by one."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from nzdd import ZDD
from support.models.mixed_models import mixed_models
from support.sets.families import families, row_set


@dataclass
class Case:
    """A model, and a constraint over a family on some of its columns.

    `column` has the column of each symbol that has one; `nominal` the further terms by column.
    With names, the symbols are given by these.
    """

    model: object
    rows: list
    num_symbols: int
    column: dict
    coefficients: object
    constants: object
    nominal: dict
    b: float
    sense: str
    names: list | None

    @property
    def family(self):
        return ZDD.from_rows(self.rows, num_symbols=self.num_symbols).named(self.names)

    def by_name(self, values):
        return values if self.names is None else dict(zip(self.names, values, strict=True))

    def listed(self):
        """The model with all rows listed."""
        n = self.model.num_columns
        members = sorted(row_set(self.rows))
        matrix, right = np.zeros((len(members), n)), np.full(len(members), float(self.b))
        for i, member in enumerate(members):
            for j, value in self.nominal.items():
                matrix[i, j] += value
            for symbol in member:
                right[i] -= self.constants[symbol]
                if symbol in self.column:
                    matrix[i, self.column[symbol]] += self.coefficients[symbol]
        none = np.full(len(members), np.inf)
        return self.model.replace(
            matrix=np.vstack((self.model.matrix.toarray(), matrix)),
            row_lower=np.append(self.model.row_lower, -none if self.sense == "<=" else right),
            row_upper=np.append(self.model.row_upper, none if self.sense == ">=" else right),
            row_names=None,
        )

    def arguments(self, variables, nominal=dict):
        """The arguments of an ``add_family_constraint``, from the variable of each column."""
        names = range(self.num_symbols) if self.names is None else self.names
        return (
            dict.fromkeys(names)
            | {names[symbol]: variables[j] for symbol, j in self.column.items()},
            self.family,
            self.b,
            self.sense,
        ), {
            "coefficients": self.by_name(self.coefficients),
            "constants": self.by_name(self.constants),
            "nominal": nominal([(variables[j], value) for j, value in self.nominal.items()]),
        }


@st.composite
def family_constraints(draw, bounded=True):
    """A case; several symbols may have one column, some have none, some columns no symbol."""
    model = draw(mixed_models(bounded))
    n = model.num_columns
    rows, num_symbols = draw(families(6, 8, 1).filter(lambda family: family[1] > 0))
    few = st.sampled_from([0, 0, 1, 1, -1, 2, 0.5])
    each = st.lists(few, min_size=num_symbols, max_size=num_symbols)
    column = {
        symbol: draw(st.integers(0, n - 1)) for symbol in range(num_symbols) if draw(st.booleans())
    }
    column[0] = draw(st.integers(0, n - 1))
    coefficients, constants = np.array(draw(each), float), np.array(draw(each), float)
    coefficients[[symbol not in column for symbol in range(num_symbols)]] = 0
    nominal = draw(st.dictionaries(st.integers(0, n - 1), few, max_size=2))
    sense = draw(st.sampled_from([">=", ">=", "<=", "<=", "="]))
    b = draw(st.integers(-4, 4))
    names = draw(st.sampled_from([None, [(j, f"v{j % 3}") for j in range(num_symbols)]]))
    numbers = coefficients, constants, nominal
    return Case(model, rows, num_symbols, column, *numbers, b, sense, names)
