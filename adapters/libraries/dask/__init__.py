"""Rows in partitions of a Dask cluster.

``collect`` adds the rows of all partitions on workers (`from_dask`), ``part_diagrams`` builds the
diagram there as well (`zdd_from_dask`, `nzdd_from_dask`), and ``worker_rows`` separates rows there
(`WorkerRows`); ``dask_collections`` says what a partition is, and ``connection`` what happens to a
cluster, in one line.
"""

from nzdd.adapters.libraries.dask.collect import from_dask
from nzdd.adapters.libraries.dask.connection import cluster
from nzdd.adapters.libraries.dask.dask_collections import gathered, is_collection, partitions
from nzdd.adapters.libraries.dask.part_diagrams import nzdd_from_dask, zdd_from_dask
from nzdd.adapters.libraries.dask.worker_rows import WorkerRows

__all__ = [
    "WorkerRows",
    "cluster",
    "from_dask",
    "gathered",
    "is_collection",
    "nzdd_from_dask",
    "partitions",
    "zdd_from_dask",
]
