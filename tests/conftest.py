"""Where larger data lie: the environment variable NZDD_DATA."""

import os
from pathlib import Path

import pytest

# Processes that tests start import nzdd from where it is installed, not from the checkout they
# run in, which has no compiled core.
os.environ["PYTHONSAFEPATH"] = "1"


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of larger test data, or a skip with the reason."""
    folder = os.environ.get("NZDD_DATA")
    if not folder:
        pytest.skip("NZDD_DATA is not set: it names the folder of larger test data")
    if not Path(folder).is_dir():
        pytest.skip(f"NZDD_DATA names {folder}, which is no folder")
    return Path(folder)
