"""The picture of the shifts of six periods: one or two blocks of work, with a break between."""

from pathlib import Path

from nzdd import render
from nzdd.adapters.libraries.automata_lib import regular_words

RULE = "rest* work{2,3} (break work{2,3})? rest*"

shifts = regular_words(RULE, 6, ["rest", "work", "break"], silent=["rest"])
names = [f"{activity} {period}" for period, activity in shifts.names or ()]
(Path(__file__).parents[1] / "images/shifts.svg").write_bytes(render(shifts, "svg", names))
