"""Vehicle routing problems with hours, as M. M. Solomon's files have them."""

from __future__ import annotations

import re
from itertools import takewhile

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.routing.instance import MOST_PLACES, RoutingFile, with_times
from nzdd.adapters.files.text import StrPath, decoded, read_bytes
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.routing.hours import HoursError
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.text import shown

TICKS = 10
"""In a unit of time or distance: distances have one decimal."""
_COLUMNS = 7
_NUMBER = re.compile(rb"-?\d{1,9}(?:\.\d{1,9})?")
_FORM = (
    "after the word VEHICLE come the number of vehicles and their capacity, after CUSTOMER a line "
    "for each place, the depot first: number, x, y, demand, ready time, due date, service time"
)

_TITLES = re.compile(rb"[A-Za-z._]+")

Words = list[tuple[bytes, int]]


def read(path: StrPath) -> RoutingFile:
    """Read a vehicle routing problem with hours, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        The format of M. M. Solomon, Algorithms for the vehicle routing and scheduling problems with
        time window constraints, 1987; that of H. Gehring and J. Homberger is the same.

    Returns
    -------
    RoutingFile
        Distances are cut off after one decimal, and are the times, as in most papers on exact
        methods; hours are in tenths.

    Raises
    ------
    ModelFileError
        If a part is missing or has another form, or a customer cannot be served in time.

    Notes
    -----
    Time and memory O(n^2) for n places, `MOST_PLACES` at most.
    """
    content = read_bytes(path)
    lines = enumerate(content.split(b"\n"), 1)
    words = [(word, number) for number, line in lines for word in line.split()]
    sections = {word.upper(): place for place, (word, _) in enumerate(words)}
    if not {b"VEHICLE", b"CUSTOMER"} <= sections.keys():
        raise ModelFileError(path, None, "there is no section VEHICLE, or none CUSTOMER", _FORM)
    first, second = sections[b"VEHICLE"], sections[b"CUSTOMER"]
    fleet = _numbers(path, words[first:second])
    found = _numbers(path, words[second:])
    line = words[second][1]
    if fleet.size != 2 or fleet[0] < 1:
        what = f"VEHICLE has the numbers {', '.join(f'{each:g}' for each in fleet[:3]) or 'none'}"
        raise ModelFileError(path, words[first][1], what, _FORM)
    if found.size % _COLUMNS or not 2 <= found.size // _COLUMNS <= MOST_PLACES:
        what = f"CUSTOMER has {found.size} numbers, {_COLUMNS} for each of 2 to {MOST_PLACES:,}"
        raise ModelFileError(path, line, f"{what} places are expected", _FORM)
    table = found.reshape(-1, _COLUMNS)
    places = table[:, 1:3]
    apart = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    ticks = np.floor(TICKS * apart + 1e-9)
    try:
        problem = RoutingProblem.of(
            ticks / TICKS,
            table[:, 3],
            int(fleet[1]),
            windows=TICKS * table[:, 4:6],
            times=ticks,
            service=TICKS * table[:, 6],
        )
    except HoursError as error:
        text = with_times(error, lambda time: f"{time / TICKS:.15g}")
        raise ModelFileError(path, line, text, "check the file") from None
    except ValueError as error:
        what = str(error)
        raise ModelFileError(path, line, what, "check the file; times are tenths here") from None
    names = tuple(f"{number:.15g}" for number in table[:, 0])
    vehicles = 1, min(int(fleet[0]), len(names) - 1)
    return RoutingFile(problem, vehicles, names, places, ticks=TICKS)


def _numbers(path: StrPath, words: Words) -> Floats:
    """The numbers of a section behind its titles."""
    titles = takewhile(lambda word: _TITLES.fullmatch(word[0]), words)
    rest = words[sum(1 for _ in titles) :]
    for word, line in rest:
        if not _NUMBER.fullmatch(word):
            what = f"{shown(decoded(word))} is no number"
            raise ModelFileError(path, line, what, _FORM)
    return np.array([word for word, _ in rest], dtype=np.float64)
