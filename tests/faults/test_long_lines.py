"""The work of every reader is linear in the length of a line, whatever the line holds."""

import itertools
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from seeds import MODEL, seeds_of

from nzdd import ArchiveError
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import raw_samples, sample_chunks, tables
from nzdd.adapters.files.formats import FORMATS, KINDS, known
from nzdd.adapters.files.models import solutions
from nzdd.adapters.files.recognition import recognised

resource = pytest.importorskip("resource")

LENGTH = 70_000
SECONDS = 2
"""Of processor time for a file: linear work takes one at most, quadratic work over three."""

RUNS = (b"7", b"a", b"\xc3\xa9", b" ", b"\n", b"\r", b"\v", b"'", b'"', b",", b":", b"-", b".")
RUNS += (b"#", b"(", b"[", b"<")
READERS = {each.name: (each.suffixes[0], each.read) for each in FORMATS} | {
    "solution": (".sol", lambda path: solutions.read(path, MODEL)),
    "no suffix": ("", recognised),
    "raw": ("", lambda path: raw_samples.read_sample(path, target="number")),
    "chunks": ("", lambda path: list(sample_chunks.sample_files(path).chunks())),
}
LONGEST = {"raw": ["raw"], "chunks": ["chunks"]}
LONGEST |= {kind: [each.name for each in known(kind)] for kind in ("model", "sample")}
OTHERS = [each.name for kind in KINDS if kind not in LONGEST for each in known(kind)]
OTHERS += ["no suffix"]
GROUPS = LONGEST | {"others": OTHERS}
"""Readers that are tried in one process."""

SEEDS = {"table": "csv", "raw": "raw_sample", "chunks": "raw_sample", "edgelist": "edge_list"}
SEEDS |= {"dump": "zdd_dump", "nzdd": "extended_archive", "no suffix": "mps"}
"""What small valid files are called that do not go by the name of the format."""


def texts(seed):
    """A valid text with a long run of one character at some places."""
    middle = seed.find(b" ", len(seed) // 2) + 1
    for run in RUNS:
        long, end = run * (LENGTH // len(run)), b"!" if run.isalpha() else b"e"
        yield long + seed
        for place in (0, middle, len(seed)):  # with an end where a match breaks
            yield seed[:place] + long + end + seed[place:]


def read_all(step, *names):
    """Read texts of some formats; the process is killed where one takes too long."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for place, name in enumerate(names):
            seed = seeds_of(SEEDS.get(name, name), folder)[0]
            suffix, read = READERS[name]
            path = folder / f"x{suffix}"
            (folder / "x-nverts.txt").write_bytes(b"2\n3\n")  # belongs to simplices
            limit = resource.RLIM_INFINITY
            chosen = itertools.islice(texts(seed), place % int(step), None, int(step))
            for text in (seed, *chosen):  # the first one loads modules and starts processes
                path.write_bytes(text)
                print(f"{name}: {text[:40]!r} ... {text[LENGTH:][-40:]!r}", flush=True)
                resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
                with suppress(ModelFileError, ArchiveError):
                    read(path)
                used = resource.getrusage(resource.RUSAGE_SELF)
                limit = int(used.ru_utime + used.ru_stime) + 1 + SECONDS
    print("all are read")


def read_open_quote():
    """Read a table, a few lines at a time, with a quote that nothing closes."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "x.csv"
        path.write_text("a,b\n" + "1,0\n" * 1000 + '1,"0\n' + "x\n" * 150_000)
        for lines in (10**6, 10):  # the first one loads modules
            with suppress(ModelFileError):
                list(tables.chunks(path, lines))
            used = resource.getrusage(resource.RUSAGE_SELF)
            limit = int(used.ru_utime + used.ru_stime) + 1 + 4 * SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    print("all is read")


def read_some():
    """For each reader other runs of characters, each at another place; and an open quote."""
    read_open_quote()
    read_all(len(RUNS), *itertools.chain(*GROUPS.values()))


@pytest.fixture
def extras():
    for extra in ("pandas", "pyarrow", "pyscipopt"):
        pytest.importorskip(extra)


@pytest.mark.usefixtures("extras")
def test_some_long_lines_and_a_quote_that_nothing_closes_take_linear_time(alone):
    said = alone(read_some)
    assert said.startswith("all is read\n")
    assert said.endswith("all are read\n")


@pytest.mark.slow
@pytest.mark.usefixtures("extras")
@pytest.mark.parametrize("group", GROUPS)
def test_long_lines_are_read_or_refused_in_linear_time(alone, group):
    assert alone(read_all, 1, *GROUPS[group]).endswith("all are read\n")
