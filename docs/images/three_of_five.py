"""Draw the diagrams of three out of five."""

from itertools import combinations
from pathlib import Path

from nzdd import NZDD, ZDD, to_dot
from nzdd.adapters.pictures import graphviz

FAMILY = list(combinations(range(5), 3))

for diagram in (ZDD, NZDD):
    picture = to_dot(diagram.from_rows(FAMILY, order="natural"), names="abcde")
    graphviz.save(
        picture, Path(__file__).with_name(f"three_of_five_{diagram.__name__.lower()}.svg")
    )
