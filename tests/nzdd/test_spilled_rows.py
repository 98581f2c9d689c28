"""Rows that go to a file are those in memory; the file goes with them, however that ends."""

import errno
import gc
import os
import pickle
import resource
import signal
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import Multiset, RowTable
from nzdd.input.row_runs import PART, RowRuns
from support.processes import files
from support.sets.diagrams import same_arrays

LITTLE = 2**14
"""Bytes of memory, for some hundreds of rows."""


def chunks(num_symbols, seed=0, count=20, rows=700):
    """Rows of which many are equal, the last ones with weights."""
    random = np.random.default_rng(seed)
    for number in range(count):
        words = random.integers(0, 2**12, rows).astype(np.uint64) << np.uint64(num_symbols - 12)
        weights = random.integers(0, 1000, rows) if number > count // 2 else None
        yield RowTable.from_words(words, num_symbols), weights


def in_files(pid="self"):
    return [name for name in files(pid) if "nzdd-" in name or "#" in name]


@pytest.mark.parametrize("order", ["natural", "frequency", "auto", "given"])
@pytest.mark.parametrize("num_symbols", [12, 28, 64])
def test_the_rows_are_those_in_memory(num_symbols, order):
    if order == "given":
        order = np.random.default_rng(0).permutation(num_symbols)
    least = Multiset(num_symbols, order, buffer_bytes=1)  # beyond which the order is natural
    least.add_chunks(chunks(num_symbols))
    rows = Multiset.from_chunks(chunks(num_symbols), order, memory=LITTLE)
    assert rows.num_nodes == 0
    assert in_files()
    assert (rows.total, rows.count()) == (least.total, least.count())
    assert same_arrays(rows.zdd(), least.zdd())
    assert same_arrays(rows.nzdd(), least.nzdd())
    assert rows.nzdd("nonzeros").labels.size == least.zdd().to_nzdd("nonzeros").labels.size
    expected = np.sort(least.rows().words)
    assert np.array_equal(rows.rows().words, expected)
    assert rows.rows().weights.sum() == least.total


def test_without_weights():
    words = np.random.default_rng(0).permutation(2**14).astype(np.uint64)
    parts = [RowTable.from_words(part, 20) for part in np.array_split(words, 30)]
    rows = Multiset.from_chunks(parts, "natural", memory=LITTLE)
    assert rows.zdd().high_weight is None
    assert rows.zdd() == Multiset.from_chunks(parts, "natural").zdd()


def test_sums_copies_and_messages():
    memory = (None, LITTLE, LITTLE)
    parts = [
        Multiset.from_chunks(chunks(28, seed), "natural", memory=most)
        for seed, most in enumerate(memory)
    ]
    together = Multiset(28, "natural", buffer_bytes=1)  # a diagram
    for seed in range(3):
        together.add_chunks(chunks(28, seed))
    diagram = Multiset(28, "natural", buffer_bytes=1)
    diagram.add_chunks(chunks(28, 0))
    diagram.compress()
    assert diagram.num_nodes
    twin = parts[1].copy()
    for first in (parts[0], diagram):
        found = first + parts[1] + parts[2]
        for each in (found, pickle.loads(pickle.dumps(found))):
            assert same_arrays(each.zdd(), together.zdd())
    assert same_arrays(twin.zdd(), parts[1].zdd())
    other = Multiset(28, "frequency", memory=LITTLE)
    other.add_chunks(chunks(28))
    with pytest.raises(ValueError, match="the multisets have different orders"):
        parts[1] + other


@given(
    st.lists(st.dictionaries(st.integers(0, 2**63), st.integers(0, 2**50), max_size=8), max_size=6)
)
def test_runs_are_merged(runs):
    found, expected = RowRuns(), {}
    for run in runs:
        words = np.array(sorted(run), np.uint64)
        found.write(words, np.array([run[int(word)] for word in words], float))
        for word, weight in run.items():
            expected[word] = expected.get(word, 0) + weight
    merged = [(int(w), int(c)) for block in found.blocks() for w, c in zip(*block, strict=True)]
    assert merged == sorted(expected.items())


def test_long_runs_are_read_in_parts():
    runs = RowRuns()
    for first in range(5):
        runs.write(np.arange(first, 90 * PART, 3, dtype=np.uint64), np.ones(30 * PART))
    blocks = list(runs.blocks())
    assert len(blocks) > 1
    assert np.array_equal(
        np.concatenate([words for words, _ in blocks]), np.arange(90 * PART + 2)[:-2]
    )
    assert sum(weights.sum() for _, weights in blocks) == runs.num_rows


def test_the_file_goes_with_the_rows():
    before = in_files()
    rows = Multiset.from_chunks(chunks(28), memory=LITTLE)
    assert len(in_files()) == len(before) + 1
    del rows
    gc.collect()
    assert in_files() == before


def test_nothing_is_left_by_a_process_that_is_killed(tmp_path):
    code = (
        "import os, signal, numpy as np\n"
        "from nzdd import Multiset, RowTable\n"
        "rows = Multiset(28, memory=2**14)\n"
        "for first in range(9):\n"
        "    words = np.arange(first, 2**16, 9, dtype=np.uint64)\n"
        "    rows.add(RowTable.from_words(words, 28))\n"
        "assert rows._spilled.num_rows\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_said_and_changes_nothing():
    rows = Multiset.from_chunks(chunks(28), "natural", memory=LITTLE)
    before = rows.copy()
    words = np.arange(2**14, dtype=np.uint64)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**16, hard))
    try:
        with pytest.raises(OSError, match="set TMPDIR to a folder with more room") as caught:
            rows.add(RowTable.from_words(words, 28))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert caught.value.errno in (errno.EFBIG, errno.ENOSPC)
    before.add(RowTable.from_words(words, 28))
    assert same_arrays(rows.zdd(), before.zdd())


def test_wide_rows_cannot_go_to_a_file():
    with pytest.raises(ValueError, match="rows over 65 symbols cannot go to a file, only those"):
        Multiset(65, memory=LITTLE)
    with pytest.raises(ValueError, match=r"^chunk 0: rows over 70 symbols"):
        Multiset.from_chunks([np.eye(70)], memory=LITTLE)
