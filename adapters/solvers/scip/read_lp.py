"""Reading an LP file with SCIP inside a worker process, where its stderr can be caught."""

from __future__ import annotations

import os
import re
from itertools import chain
from operator import attrgetter
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from pyscipopt import Model

from nzdd.adapters.solvers.scip.nameless import nameless_file
from nzdd.adapters.workers.process import Job


def read_lp(job: Job, content: bytes) -> dict[str, Any]:
    """Return the arrays of a linear model, or {"line", "what"} of what keeps it from being one."""
    with nameless_file() as (file, name), TemporaryFile() as complaints:
        file.write(content)
        file.flush()
        scip = Model()
        scip.hideOutput()
        # SCIP writes only to stderr where a file is wrong.
        stderr = os.dup(2)
        os.dup2(complaints.fileno(), 2)
        try:
            scip.readProblem(name, extension="lp")
        except OSError:
            complaints.seek(0)
            return _complaint(complaints.read().decode(errors="replace"))
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
    return _arrays(scip)


def _complaint(text: str) -> dict[str, Any]:
    found = re.search(r"error in line (\d+)\s*(?:\('(.*?)'\))?: *(.*)", text)
    if found:
        line, token, what = found.groups()
        return {"line": int(line), "what": f"{what.strip().rstrip('.')} at {token!r}"}
    found = re.search(r"ERROR: (.*)", text)
    return {"line": None, "what": found.group(1).strip() if found else "SCIP cannot read it"}


def _arrays(scip: Model) -> dict[str, Any]:
    """SCIP returns no arrays: one call a row and a few a column."""
    rows = scip.getConss()
    foreign = [row for row in rows if row.getConshdlrName() != "linear"]
    if foreign:
        kind, name = foreign[0].getConshdlrName(), foreign[0].name
        return {"line": None, "what": f"{kind} constraint {name!r}"}
    # Binary columns come first from SCIP; the index has the order of the file.
    columns = sorted(scip.getVars(), key=lambda column: column.getIndex())
    names = [column.name for column in columns]
    place = {name: index for index, name in enumerate(names)}
    # Not getValsLinear: its dict drops the repetitions of a column.
    members = [found or () for found in map(scip.getConsVars, rows)]
    values = filter(None, map(scip.getConsVals, rows))
    entries = map(attrgetter("name"), chain.from_iterable(members))
    return {
        "objective": np.array([column.getObj() for column in columns]),
        "indices": np.fromiter(map(place.__getitem__, entries), dtype=np.int64),
        "data": np.fromiter(chain.from_iterable(values), dtype=np.float64),
        "indptr": np.cumsum([0, *map(len, members)]),
        "row_lower": np.fromiter(map(scip.getLhs, rows), np.float64),
        "row_upper": np.fromiter(map(scip.getRhs, rows), np.float64),
        "lower": np.array([column.getLbOriginal() for column in columns]),
        "upper": np.array([column.getUbOriginal() for column in columns]),
        "integrality": np.array([column.vtype() in {"BINARY", "INTEGER"} for column in columns]),
        "row_names": [row.name for row in rows],
        "column_names": names,
        "maximize": scip.getObjectiveSense() == "maximize",
        "offset": scip.getObjoffset(),
        "infinity": scip.infinity(),
    }
