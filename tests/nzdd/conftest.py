import pytest

from nzdd import NZDD, ZDD


@pytest.fixture(params=[ZDD, NZDD])
def kind(request):
    """Either class of diagrams."""
    return request.param


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    """A file to write to again and again."""
    return tmp_path_factory.mktemp("archives") / "scratch.nzdd"
