/* Bounds that all rows of a family imply, for SCIP, with the reasons that its conflict analysis asks for. The
 * columns are bounded. */
#include <math.h>

#include "scip_handler.h"

long num_tightened = 0, num_reasons = 0;

/* Why a row is broken, or implies a bound: those bounds of all other columns that are best for it. */
static SCIP_RETCODE explain(SCIP* scip, const SCIP_CONSDATA* data, const nzdd_matrix_view* row, int but,
                            SCIP_BDCHGIDX* index) {
    const int at_most = isinf(row->lower[0]) != 0;
    for (int64_t k = row->offsets[0]; k < row->offsets[1]; ++k) {
        if (row->columns[k] == but) continue;
        if ((row->values[k] > 0) == at_most)
            SCIP_CALL(SCIPaddConflictLb(scip, data->vars[row->columns[k]], index));
        else
            SCIP_CALL(SCIPaddConflictUb(scip, data->vars[row->columns[k]], index));
    }
    return SCIP_OKAY;
}

static SCIP_RETCODE propagate_one(SCIP* scip, SCIP_CONS* cons, SCIP_RESULT* result) {
    SCIP_CONSDATA* data = SCIPconsGetData(cons);
    double lower[MOST_COLUMNS], upper[MOST_COLUMNS];
    uint8_t integrality[MOST_COLUMNS];
    nzdd_matrix* broken = NULL;
    nzdd_matrix_view row;
    for (int j = 0; j < data->num_vars; ++j) {
        lower[j] = SCIPvarGetLbLocal(data->vars[j]);
        upper[j] = SCIPvarGetUbLocal(data->vars[j]);
        integrality[j] = SCIPvarIsIntegral(data->vars[j]) != 0;
    }
    /* one round: each bound then follows from a row and the bounds before */
    NZDD_CALL(nzdd_constraint_tighten(data->rows, integrality, lower, upper, 1, &broken));
    nzdd_matrix_show(broken, &row);
    if (row.num_rows > 0) {
        *result = SCIP_CUTOFF;
        if (SCIPisConflictAnalysisApplicable(scip)) {
            SCIP_CALL(SCIPinitConflictAnalysis(scip, SCIP_CONFTYPE_PROPAGATION, FALSE));
            SCIP_CALL(explain(scip, data, &row, -1, NULL));
            SCIP_CALL(SCIPanalyzeConflictCons(scip, cons, NULL));
            ++num_reasons;
        }
    }
    nzdd_matrix_free(broken);
    for (int j = 0; j < data->num_vars && *result != SCIP_CUTOFF; ++j) {
        SCIP_Bool infeasible = FALSE, tightened = FALSE;
        if (lower[j] > SCIPvarGetLbLocal(data->vars[j]))
            SCIP_CALL(
                SCIPinferVarLbCons(scip, data->vars[j], lower[j], cons, j, FALSE, &infeasible, &tightened));
        else if (upper[j] < SCIPvarGetUbLocal(data->vars[j]))
            SCIP_CALL(
                SCIPinferVarUbCons(scip, data->vars[j], upper[j], cons, j, FALSE, &infeasible, &tightened));
        num_tightened += tightened;
        if (infeasible)
            *result = SCIP_CUTOFF;
        else if (tightened)
            *result = SCIP_REDUCEDDOM;
    }
    return SCIP_OKAY;
}

SCIP_DECL_CONSPROP(propagate_family) {
    (void)conshdlr, (void)nusefulconss, (void)nmarkedconss, (void)proptiming;
    *result = SCIP_DIDNOTFIND;
    for (int i = 0; i < nconss; ++i) SCIP_CALL(propagate_one(scip, conss[i], result));
    return SCIP_OKAY;
}

/* Why a bound was tightened: the row that implies it within the bounds at that time. */
SCIP_DECL_CONSRESPROP(explain_family) {
    (void)conshdlr, (void)infervar, (void)relaxedbd;
    SCIP_CONSDATA* data = SCIPconsGetData(cons);
    double lower[MOST_COLUMNS], upper[MOST_COLUMNS];
    nzdd_matrix* reason = NULL;
    nzdd_matrix_view row;
    for (int j = 0; j < data->num_vars; ++j) {
        lower[j] = SCIPgetVarLbAtIndex(scip, data->vars[j], bdchgidx, FALSE);
        upper[j] = SCIPgetVarUbAtIndex(scip, data->vars[j], bdchgidx, FALSE);
    }
    NZDD_CALL(nzdd_constraint_reason(data->rows, lower, upper, inferinfo, boundtype == SCIP_BOUNDTYPE_UPPER,
                                     &reason));
    nzdd_matrix_show(reason, &row);
    *result = row.num_rows > 0 ? SCIP_SUCCESS : SCIP_DIDNOTFIND;
    if (row.num_rows > 0) SCIP_CALL(explain(scip, data, &row, inferinfo, bdchgidx));
    num_reasons += row.num_rows > 0;
    nzdd_matrix_free(reason);
    return SCIP_OKAY;
}
