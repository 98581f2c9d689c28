import os
import shutil
import sys
from pathlib import Path

import pytest

from support.c_library import ROOT, Library, run


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The folder with nzddConfig.cmake of the installed C library: NZDD_LIBRARY, or built here."""
    if "NZDD_LIBRARY" in os.environ:
        return Path(os.environ["NZDD_LIBRARY"])
    if not (shutil.which("cmake") and shutil.which("c++")):
        pytest.skip("neither NZDD_LIBRARY nor cmake and a C++ compiler are there")
    folder = tmp_path_factory.mktemp("library")
    run("cmake", "-S", ROOT / "nzdd/_native/c", "-B", folder, "-DCMAKE_BUILD_TYPE=Debug")
    run("cmake", "--build", folder, "-j2")
    run("cmake", "--install", folder, "--prefix", folder / "installed")
    return next((folder / "installed").glob("lib*/**/nzddConfig.cmake")).parent


@pytest.fixture(scope="session")
def prefix(package):
    """The folder that the C library is installed in."""
    return next(each for each in package.parents if (each / "include").is_dir())


@pytest.fixture(scope="session")
def library_path(prefix):
    """The C library itself."""
    name = "libnzdd.dylib" if sys.platform == "darwin" else "libnzdd.so"
    return next(prefix.glob(f"lib*/**/{name}"))


@pytest.fixture(scope="session")
def library(library_path):
    """The C library, loaded into this process."""
    return Library(library_path)
