"""A diagram in a file of several times the memory that a process may have answers as in memory."""

import subprocess
import sys

import numpy as np

from nzdd import NZDD, RowTable

SWEEPS = """
import resource, sys
import numpy as np
from nzdd import NZDD

costs = np.arange(40) % 7 - 3.0
small = NZDD.from_rows([[0, 2], [39]], order="natural")
small.shortest_path(costs[: small.num_symbols]), small.count()  # all that is loaded once
used = int(open("/proc/self/status").read().split("VmData:")[1].split()[0]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + int(sys.argv[2]), -1))
found = NZDD.load(sys.argv[1], mmap=True)
path = found.shortest_path(costs)
print(path.length, found.count(), found.multiplicity.sum())
"""


def test_sweeps_over_a_file_of_four_times_the_memory(tmp_path):
    words = np.random.default_rng(0).integers(0, 2**40, 200_000).astype(np.uint64)
    nzdd = NZDD.from_rows(RowTable.from_words(words, 40), order="natural")
    path = tmp_path / "a.nzdd"
    nzdd.save(path, compressed=False)
    arguments = [sys.executable, "-c", SWEEPS, path, str(path.stat().st_size // 4)]
    ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    length, count, total = ended.stdout.split()
    assert float(length) == nzdd.shortest_path(np.arange(40) % 7 - 3.0).length
    assert (int(count), float(total)) == (nzdd.count(), nzdd.multiplicity.sum())
