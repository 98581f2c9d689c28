"""MPS texts, and what other readers see in them."""

import numpy as np
from ortools.linear_solver.python.model_builder_helper import ModelBuilderHelper

from nzdd.adapters.files.models.mps import INFINITE_BOUND

MODEL = """NAME sample
ROWS
 N COST
 G C1
 L C2
 E C3
COLUMNS
 M1 'MARKER' 'INTORG'
 X COST 1 C1 1
 X C2 1
 M2 'MARKER' 'INTEND'
 Y COST 2 C1 1
 Y C3 1.5
RHS
 RHS C1 1 C2 4
 RHS C3 2 COST -5
RANGES
 RNG C1 2.5
BOUNDS
 UP BND Y 3
ENDATA
"""
RHS = " RHS C1 1 C2 4\n RHS C3 2 COST -5\n"


def changed(old, new):
    """`MODEL` with one change; lines of the new text may be separated by semicolons."""
    assert old in MODEL
    return MODEL.replace(old, new.replace(";", "\n "), 1)


def line_of(text, words):
    """The number of the first line that holds the words."""
    return text[: text.index(words)].count("\n") + 1


def seen(model):
    """Columns and rows of a model by name, without free rows, then offset and sense."""
    columns = zip(model.objective, model.lower, model.upper, model.integrality, strict=True)
    rows = {}
    for i, name in enumerate(model.row_names):
        ends = (model.row_lower[i], model.row_upper[i])
        part = slice(*model.matrix.indptr[i : i + 2])
        keys = [model.column_names[j] for j in model.matrix.indices[part]]
        rows[name] = (*ends, dict(zip(keys, model.matrix.data[part].tolist(), strict=True)))
    columns = dict(zip(model.column_names, columns, strict=True))
    return columns, without_free(rows), model.offset, model.maximize


def without_free(rows):
    """SCIP and HiGHS leave out rows of kind N."""
    return {name: row for name, row in rows.items() if row[:2] != (-np.inf, np.inf)}


def end(value):
    """A bound as all readers take it."""
    return value if abs(value) < INFINITE_BOUND else np.copysign(np.inf, value)


def seen_by_ortools(text):
    """The same by OR-Tools, or None if it refuses the text."""
    helper = ModelBuilderHelper()
    if not helper.import_from_mps_string(text):
        return None
    names = list(map(helper.var_name, range(helper.num_variables())))
    columns = {
        name: (
            helper.var_objective_coefficient(j),
            end(helper.var_lower_bound(j)),
            end(helper.var_upper_bound(j)),
            helper.var_is_integral(j),
        )
        for j, name in enumerate(names)
    }
    rows = {}
    for i in range(helper.num_constraints()):
        keys = [names[j] for j in helper.constraint_var_indices(i)]
        entries = dict(zip(keys, helper.constraint_coefficients(i), strict=True))
        rows[helper.constraint_name(i)] = (
            end(helper.constraint_lower_bound(i)),
            end(helper.constraint_upper_bound(i)),
            {key: value for key, value in entries.items() if value},
        )
    return columns, without_free(rows), helper.objective_offset(), helper.maximize()


def seen_by_scip(path):
    """The same by SCIP."""
    import pyscipopt

    scip = pyscipopt.Model()
    scip.hideOutput()
    scip.readProblem(str(path))
    columns = {
        c.name: (
            c.getObj(),
            end(c.getLbOriginal()),
            end(c.getUbOriginal()),
            c.vtype() in {"BINARY", "INTEGER"},
        )
        for c in scip.getVars()
    }
    rows = {}
    for row in scip.getConss():
        entries = {key: value for key, value in scip.getValsLinear(row).items() if value}
        rows[row.name] = (end(scip.getLhs(row)), end(scip.getRhs(row)), entries)
    sense = scip.getObjectiveSense() == "maximize"
    return columns, without_free(rows), scip.getObjoffset(), sense
