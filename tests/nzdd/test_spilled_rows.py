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

from nzdd import Multiset, RowTable, _core
from nzdd.input.row_runs import RowRuns
from nzdd.input.row_table import distinct
from support.processes import files
from support.sets.diagrams import same_arrays

LITTLE = 2**14
"""Bytes of memory, for some hundreds of rows."""


def chunks(num_symbols, seed=0, count=20, rows=700):
    """Rows of which many are equal, the last ones with weights."""
    random = np.random.default_rng(seed)
    for number in range(count):
        words = random.integers(0, 2**12, rows).astype(np.uint64)
        weights = random.integers(0, 1000, rows) if number > count // 2 else None
        if num_symbols <= 64:
            words <<= np.uint64(num_symbols - 12)
            yield RowTable.from_words(words, num_symbols), weights
        else:
            offsets, symbols = RowTable.from_words(words, 12).to_csr()
            yield RowTable.from_csr(offsets, symbols * (num_symbols // 12), num_symbols), weights


def in_files(pid="self"):
    return [name for name in files(pid) if "nzdd-" in name or "#" in name]


@pytest.mark.parametrize("order", ["natural", "frequency", "auto", "given"])
@pytest.mark.parametrize("num_symbols", [12, 28, 64, 65, 1000])
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
    found, expected = rows.rows(), distinct(least.rows())
    for one, other in zip(found.to_csr(), expected.to_csr(), strict=True):
        assert np.array_equal(one, other)
    assert np.array_equal(found.weights, expected.weights)


def test_without_weights():
    words = np.random.default_rng(0).permutation(2**14).astype(np.uint64)
    parts = [RowTable.from_words(part, 20) for part in np.array_split(words, 30)]
    rows = Multiset.from_chunks(parts, "natural", memory=LITTLE)
    assert rows.zdd().high_weight is None
    assert rows.zdd() == Multiset.from_chunks(parts, "natural").zdd()


@pytest.mark.parametrize("num_symbols", [28, 100])
def test_sums_copies_and_messages(num_symbols):
    memory = (None, LITTLE, LITTLE)
    parts = [
        Multiset.from_chunks(chunks(num_symbols, seed), "natural", memory=most)
        for seed, most in enumerate(memory)
    ]
    together = Multiset(num_symbols, "natural", buffer_bytes=1)  # a diagram
    for seed in range(3):
        together.add_chunks(chunks(num_symbols, seed))
    diagram = Multiset(num_symbols, "natural", buffer_bytes=1)
    diagram.add_chunks(chunks(num_symbols, 0))
    diagram.compress()
    assert diagram.num_nodes
    twin = parts[1].copy()
    for first in (parts[0], diagram):
        found = first + parts[1] + parts[2]
        for each in (found, pickle.loads(pickle.dumps(found))):
            assert same_arrays(each.zdd(), together.zdd())
    assert same_arrays(twin.zdd(), parts[1].zdd())
    other = Multiset(num_symbols, "frequency", memory=LITTLE)
    other.add_chunks(chunks(num_symbols))
    with pytest.raises(ValueError, match="the multisets have different orders"):
        parts[1] + other


@pytest.mark.parametrize("num_symbols", [64, 70])
@given(
    st.lists(st.dictionaries(st.integers(0, 2**63), st.integers(0, 2**50), max_size=8), max_size=6)
)
def test_runs_are_merged(num_symbols, runs):
    """Words, and rows of more symbols, of which the last ones are those of the word."""
    found, expected = RowRuns(), {}
    for run in runs:
        words = np.array(sorted(run), np.uint64)
        weights = np.array([run[int(word)] for word in words], float)
        found.write(wider(RowTable.from_words(words, 64, weights), num_symbols))
        for word, weight in run.items():
            expected[word] = expected.get(word, 0) + weight
    blocks = list(found.blocks())
    rows = [row for block in blocks for row in as_words(block)]
    weights = [int(weight) for block in blocks for weight in block.weights]
    assert list(zip(rows, weights, strict=True)) == sorted(expected.items())


def wider(rows, num_symbols):
    if num_symbols == 64:
        return rows
    offsets, symbols = rows.to_csr()
    return RowTable(rows.num_rows, num_symbols, offsets, symbols + 6, weights=rows.weights)


def as_words(rows):
    if rows.words is not None:
        return rows.words
    place = np.repeat(np.arange(rows.num_rows), np.diff(rows.offsets))
    return np.bincount(place, 2.0 ** (69.0 - rows.symbols), rows.num_rows)


@pytest.mark.parametrize(("num_symbols", "count"), [(64, 1_200_000), (70, 300_000)])
def test_long_runs_are_read_in_parts(num_symbols, count):
    runs = RowRuns()
    for first in range(5):
        words = np.arange(first, count, 3, dtype=np.uint64)
        runs.write(wider(RowTable.from_words(words, 64, np.ones(words.size)), num_symbols))
    blocks = list(runs.blocks())
    assert len(blocks) > 1
    assert np.array_equal(np.concatenate(list(map(as_words, blocks))), np.arange(count))
    assert sum(block.weights.sum() for block in blocks) == runs.num_rows


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


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ([([0, 1], [3], [1]), ([0, 1], [3], [1])], "rows in blocks must ascend"),
        ([([0, 2, 3], [1, 3, 2], [1, 1])], "rows in blocks must ascend"),
        ([([0, 2], [3, 1], [1])], "not one of rising levels"),
        ([([0, 1], [70], [1])], "not one of rising levels"),
    ],
)
def test_damaged_blocks(blocks, message):
    kinds = np.int64, np.uint32, np.float64
    arrays = (tuple(map(np.array, block, kinds)) for block in blocks)
    with pytest.raises(ValueError, match=message):
        _core.zdd_from_row_blocks(lambda: next(arrays, None), 70, None, 2, None)
