"""What the operations on families mean, worked out on Python sets of frozensets."""

from support.sets.families import subsets


def rows_of(lists):
    """The family of the rows given as lists of symbols."""
    return frozenset(map(frozenset, lists))


def quotient(f, g):
    """The candidates are parts of rows of f; a row of g must exist."""
    some = next(iter(g))
    parts = {row - some for row in f if some <= row}
    return {a for a in parts if all(not a & b and a | b in f for b in g)}


def join(f, g):
    return {a | b for a in f for b in g}


# of two families
COMBINATIONS = {
    "union": lambda f, g: f | g,
    "intersection": lambda f, g: f & g,
    "difference": lambda f, g: f - g,
    "symmetric_difference": lambda f, g: f ^ g,
    "join": join,
    "meet": lambda f, g: {a & b for a in f for b in g},
    "subsets": lambda f, g: {a for a in f if any(a <= b for b in g)},
    "supersets": lambda f, g: {a for a in f if any(a >= b for b in g)},
    "nonsubsets": lambda f, g: {a for a in f if not any(a <= b for b in g)},
    "nonsupersets": lambda f, g: {a for a in f if not any(a >= b for b in g)},
    "quotient": quotient,
    "remainder": lambda f, g: f - join(quotient(f, g), g),
}
DIVISIONS = ("quotient", "remainder")

# yes or no
QUESTIONS = {
    "issubset": lambda f, g: f <= g,
    "issuperset": lambda f, g: f >= g,
    "isdisjoint": lambda f, g: f.isdisjoint(g),
}

# of a family and some symbols
RESTRICTIONS = {
    "onset": lambda f, symbols: {a for a in f if symbols <= a},
    "offset": lambda f, symbols: {a for a in f if not symbols & a},
    "change": lambda f, symbols: {a ^ symbols for a in f},
}

# of one family
SELECTIONS = {
    "minimal": lambda f: {a for a in f if not any(b < a for b in f)},
    "maximal": lambda f: {a for a in f if not any(a < b for b in f)},
}


def complement(f, num_symbols):
    return rows_of(subsets(range(num_symbols))) - f
