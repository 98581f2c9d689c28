import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data():
    """The folder of shared benchmark data."""
    folder = os.environ.get("NZDD_DATA")
    if not folder:
        pytest.skip("NZDD_DATA does not name the folder of shared data")
    return Path(folder)
