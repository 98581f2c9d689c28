"""A client of a Dask cluster, and what happens to it in one line."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nzdd import __version__
from nzdd.adapters.errors import ClusterError
from nzdd.adapters.extras import require
from nzdd.adapters.files.text import one_line

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def cluster(
    client: Client | str | None, num_parts: int, places: Mapping[str, tuple[int, int]] | None = None
) -> Iterator[Any]:
    """A client for a block of code, the present one of Dask there where it is not given.

    Parameters
    ----------
    client : distributed.Client, str or None
        See `from_dask`.
    num_parts : int
        A cluster of its own has no more workers.
    places : dict, optional
        The first and the last partition of tasks by their keys, for messages.

    Raises
    ------
    ValueError
        If no scheduler answers, or a worker has not this version of nzdd.
    ClusterError
        If a task has outlived more workers than Dask allows, or the connection is lost.
    """
    distributed = require("distributed", "collecting partitions")
    with _connected(client, distributed.Client, num_parts) as connected:
        _check_versions(connected)
        with in_one_line({} if places is None else places):
            yield connected


def _check_versions(client: Client) -> None:
    """ValueError if a worker has not the same nzdd, whose multisets could not be added."""
    found = client.run(lambda: import_module("nzdd").__version__, on_error="return")
    for address, version in sorted(found.items()):
        if isinstance(version, ImportError):
            what = f"the worker {address} has no nzdd ({one_line(version)})"
            raise ValueError(f"{what}; install nzdd {__version__} there")
        if isinstance(version, str) and version != __version__:
            what = f"the worker {address} has nzdd {version}, and this process {__version__}"
            raise ValueError(f"{what}; install the same version everywhere")
    if not found:
        warnings.warn("the cluster has no worker yet; waiting for one", stacklevel=4)


@contextmanager
def in_one_line(places: Mapping[str, tuple[int, int]]) -> Iterator[None]:
    """ClusterError where workers or the scheduler are gone; `places`: partitions by task.

    Dask may name a task that only waited on the workers that died.
    """
    distributed = require("distributed", "collecting partitions")
    try:
        yield
    except distributed.KilledWorker as error:
        what = "all workers that tried one of the tasks died"
        if error.task in places:
            first, last = places[error.task]
            what = f"partition {first}" if first == last else f"partitions {first} to {last}"
            what += ": all workers that collected the rows died"
        cure = "see their logs, and give them more memory, or smaller partitions"
        raise ClusterError(f"{what}; {cure}") from None
    except (CancelledError, distributed.comm.CommClosedError):
        what = "the connection to the scheduler was lost"
        raise ClusterError(f"{what}; start again when it runs") from None


@contextmanager
def _connected(client: Any, kind: Callable[..., Any], num_parts: int) -> Iterator[Any]:
    if client is None:
        from dask.system import CPU_COUNT
        from distributed import LocalCluster

        options: dict[str, Any] = {"n_workers": max(1, min(CPU_COUNT, num_parts))}
        options |= {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}  # any free port
        with (
            LocalCluster(**options) as cluster,  # type: ignore[no-untyped-call]
            kind(cluster) as connected,
        ):
            yield connected
    elif isinstance(client, str):
        try:
            connected = kind(client)
        except (OSError, ValueError) as error:
            what = f"no scheduler answers at {client} ({error})"
            raise ValueError(f"{what}; check the address and whether the scheduler runs") from None
        with connected:
            yield connected
    else:
        yield client
