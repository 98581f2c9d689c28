"""The estimators of ``nzdd.adapters.sklearn`` under a short name."""

from nzdd.adapters.sklearn import *  # noqa: F403
from nzdd.adapters.sklearn import __all__ as __all__
