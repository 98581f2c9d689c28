"""The diagrams of three out of five."""

from itertools import combinations
from pathlib import Path

from nzdd import NZDD, ZDD, render

FAMILY = list(combinations(range(5), 3))

for diagram in (ZDD, NZDD):
    picture = render(diagram.from_rows(FAMILY, order="natural"), "svg", "abcde")
    name = f"three_of_five_{diagram.__name__.lower()}.svg"
    (Path(__file__).parents[1] / "images" / name).write_bytes(picture)
