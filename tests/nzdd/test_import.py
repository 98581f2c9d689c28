"""What `import nzdd` loads, which every program pays for that needs no more than a diagram."""

import subprocess
import sys

LOADED = """
import sys
import numpy
before = set(sys.modules)
import nzdd
packages = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(packages - set(sys.stdlib_module_names) - {"numpy"}))
"""


def printed(code):
    """What a new interpreter prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_importing_nzdd_loads_numpy_and_nothing_else_that_is_installed():
    """No solver, no scipy, no tables, no pictures."""
    assert printed(LOADED) == "nzdd\n"


def test_importing_nzdd_loads_neither_the_models_nor_the_bridges():
    code = "import sys, nzdd; print({'nzdd.formulations', 'nzdd.adapters'} & set(sys.modules))"
    assert printed(code) == "set()\n"
