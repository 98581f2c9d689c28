"""Each of the solvers with callbacks and licences of their own."""

import signal
from importlib import import_module

import pytest

from nzdd.adapters.solvers.registry import LICENSED
from support.licences import skip_unless_usable


@pytest.fixture(params=LICENSED, scope="module")
def solver(request):
    skip_unless_usable(request.param)
    return request.param


@pytest.fixture(scope="module")
def solve_mip(solver):
    return import_module(f"nzdd.adapters.solvers.{solver}").solve_mip


@pytest.fixture
def own_ctrl_c():
    """SCIP does not give Ctrl-C back after an error, and later tests need it."""
    yield
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
