"""Where memory ends there is a MemoryError, and the interpreter goes on as if nothing had been."""

import os
import resource
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

from nzdd import NZDD, ZDD, families
from nzdd.formulations.learning.soft_margin.methods.flow_program import FlowProgram, SignedNetwork
from nzdd.multiset import Multiset
from support.sets.diagrams import same_arrays, two_halves
from support.sets.graphs import grid
from support.sets.many_rows import random_sequences, random_words

MEGABYTES = (0, 1, 4, 16)
"""What is left to ask for: not enough for any of the calls, in many places."""


def zdd_of_words(n):
    rows = random_words(n)
    return lambda: ZDD.from_rows(rows, order="natural")


def nzdd_of_words(n):
    rows = random_words(n)
    return lambda: NZDD.from_rows(rows, order="natural")


def nzdd_of_few_nonzeros(n):
    rows = random_sequences(n)
    return lambda: NZDD.from_rows(rows, order="natural", minimize="nonzeros")


def join(n):
    a, b = two_halves(n)
    return lambda: a.join(b)


def union(n):
    a, b = two_halves(n)
    return lambda: a | b


def reordering(n):
    zdd = ZDD.from_rows(random_words(n), order="natural")
    return lambda: zdd.reordered(np.arange(64)[::-1])


def cycles(n):
    ends = grid(n, n)
    return lambda: families.simple_cycles(ends, order="natural")


def multiset(n):
    rows = random_words(n)

    def collect():
        collected = Multiset(64, "natural", buffer_bytes=0)
        collected.add(rows)
        return collected.zdd()

    return collect


def interior_point(n):
    nzdd = NZDD.from_rows(random_words(n), order="natural")
    sign = np.where(np.arange(nzdd.num_edges) % 2, 1.0, -1.0)
    symbols = np.arange(64, dtype=np.uint32)
    flow = nzdd.multiplicity / nzdd.multiplicity[nzdd.source == 0].sum()

    def solve():
        network = SignedNetwork(nzdd, sign)
        program = FlowProgram(
            network, symbols, np.full(64, 3, np.uint8), flow / 0.5, flow, flow, 0.5
        )
        for _ in range(3):
            program.iterate()
        return program.upper

    return solve


CALLS = {
    zdd_of_words: (100, 200_000),
    nzdd_of_words: (100, 500_000),
    nzdd_of_few_nonzeros: (20, 30_000),
    join: (100, 4000),
    union: (100, 50_000),
    reordering: (100, 20_000),
    cycles: (3, 13),
    multiset: (100, 200_000),
    interior_point: (100, 30_000),
}
"""A size that needs next to nothing, and one that needs more than there is."""


def alike(one, other):
    """Numbers and families that are equal, NZDDs that are the same arrays."""
    return same_arrays(one, other) if isinstance(one, NZDD) else one == other


def try_with_little(make, small, large):
    """The large call with ever more memory, none of it enough; the small one after each."""
    easy, demanding = make(small), make(large)
    expected = easy()
    failures = 0
    for megabytes in MEGABYTES:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        room = pages * resource.getpagesize() + megabytes * 2**20
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (room, hard))
        try:
            demanding()
        except MemoryError:
            failures += 1
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        assert alike(easy(), expected)
    assert failures >= 2, failures


def try_all():
    """Each call in a fork, which has no memory left over from the others."""
    for make, sizes in CALLS.items():
        pid = os.fork()
        if pid == 0:
            try:
                try_with_little(make, *sizes)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        if os.waitpid(pid, 0)[1] == 0:
            print(make.__name__)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory cannot be limited")
def test_too_little_memory_is_a_memory_error(alone):
    assert alone(try_all).split() == [call.__name__ for call in CALLS]


def test_a_limit_of_the_process_counts():
    pytest.importorskip("resource")
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))\n"
        "from nzdd.input import memory; print(memory.available())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert int(done.stdout) < 2**32
