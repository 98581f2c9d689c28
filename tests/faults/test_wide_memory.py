"""Families of long rows, and of numbers of rows with many digits, in little memory."""

import subprocess
import sys

import pytest

WORK = """
import resource
resource.setrlimit(resource.RLIMIT_DATA, (2**30, 2**30))
from nzdd.families import power_set
assert len(next(iter(power_set(5000)))) == 5000
assert power_set(100_000).count() == 2**100_000
assert 'about 10^60206 rows' in repr(power_set(200_000))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory differ")
def test_a_gigabyte_is_enough():
    subprocess.run([sys.executable, "-c", WORK], check=True)
