"""Where larger data lie (the environment variable NZDD_DATA), and how examples are drawn."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# One and the same examples in every run, so that a change is judged by what it changes; new ones
# are drawn by `pytest --hypothesis-profile=explore`.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", max_examples=1000)
settings.load_profile("repeatable")

# Processes that tests start import nzdd from where it is installed, not from the checkout they
# run in, which has no compiled core.
os.environ["PYTHONSAFEPATH"] = "1"

# On matrices as small as those of the tests, threads wait for each other: for minutes on a busy
# machine. Has to be set before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of larger test data, or a skip with the reason."""
    folder = os.environ.get("NZDD_DATA")
    if not folder:
        pytest.skip("NZDD_DATA is not set: it names the folder of larger test data")
    if not Path(folder).is_dir():
        pytest.skip(f"NZDD_DATA names {folder}, which is no folder")
    return Path(folder)
