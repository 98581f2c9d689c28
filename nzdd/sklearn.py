"""The estimators for scikit-learn by a short name, loaded on first use like all that lies above."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("nzdd.adapters.sklearn")  # itself, not a copy of its names
