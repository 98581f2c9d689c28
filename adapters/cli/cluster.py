"""Dask clusters on the command line."""

from __future__ import annotations

import logging
from argparse import ArgumentParser

from nzdd.adapters.extras import require


def add_dask(parser: ArgumentParser) -> None:
    """Declare the option for the address of a scheduler."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="address of a Dask scheduler, whose workers read the files; `local` starts a worker "
        "on each core of this machine",
    )


def client_of(address: str) -> str | None:
    """What `nzdd.adapters.libraries.dask` takes for an address; its errors are one line alone."""
    require("distributed", "--dask")
    for name in ("distributed", "distributed.client"):  # of which each has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return None if address == "local" else address
