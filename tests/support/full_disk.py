"""A disk on which little is left, for the time of a call: pytest writes files between two calls."""

import resource
from contextlib import contextmanager


@contextmanager
def full_disk(limit):
    """No file grows beyond this many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
