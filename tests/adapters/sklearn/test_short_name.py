"""`nzdd.sklearn` is a module to import from."""

import subprocess
import sys


def test_the_estimators_are_a_module_of_nzdd():
    code = (
        "import nzdd; from nzdd.sklearn import BinaryEncoder; "
        "import nzdd.adapters.sklearn as long; "
        "print(nzdd.sklearn.BinaryEncoder is BinaryEncoder is long.BinaryEncoder, "
        "nzdd.sklearn.__all__ == long.__all__)"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found == "True True\n"
