/* A constraint handler for SCIP: a linear inequality for each row of a family, which is never listed. This
 * part separates and checks; scip_bounds.c tightens bounds. */
#include "scip_handler.h"

#include <math.h>
#include <stdlib.h>

long num_cuts = 0;

/* Adds the rows that a solution violates to the LP, or only says whether there are any. */
static SCIP_RETCODE separate(SCIP* scip, SCIP_CONSHDLR* handler, SCIP_CONS* cons, SCIP_SOL* sol, int add,
                             SCIP_RESULT* result) {
    SCIP_CONSDATA* data = SCIPconsGetData(cons);
    double x[MOST_COLUMNS];
    nzdd_matrix* found = NULL;
    nzdd_matrix_view rows;
    for (int j = 0; j < data->num_vars; ++j) x[j] = SCIPgetSolVal(scip, sol, data->vars[j]);
    NZDD_CALL(
        nzdd_constraint_separate(data->rows, x, add ? 20 : 1, SCIPfeastol(scip), NZDD_DIVERSE, NULL, &found));
    nzdd_matrix_show(found, &rows);
    if (rows.num_rows > 0 && !add) *result = SCIP_INFEASIBLE;
    for (size_t i = 0; add && i < rows.num_rows && *result != SCIP_CUTOFF; ++i) {
        SCIP_ROW* row = NULL;
        SCIP_Bool infeasible = FALSE;
        SCIP_CALL(SCIPcreateEmptyRowConshdlr(
            scip, &row, handler, "row", isinf(rows.lower[i]) ? -SCIPinfinity(scip) : rows.lower[i],
            isinf(rows.upper[i]) ? SCIPinfinity(scip) : rows.upper[i], FALSE, FALSE, TRUE));
        for (int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
            SCIP_CALL(SCIPaddVarToRow(scip, row, data->vars[rows.columns[k]], rows.values[k]));
        SCIP_CALL(SCIPaddRow(scip, row, FALSE, &infeasible));
        SCIP_CALL(SCIPreleaseRow(scip, &row));
        *result = infeasible ? SCIP_CUTOFF : SCIP_SEPARATED;
        ++num_cuts;
    }
    nzdd_matrix_free(found);
    return SCIP_OKAY;
}

static SCIP_DECL_CONSSEPALP(sepa_lp) {
    (void)nusefulconss;
    *result = SCIP_DIDNOTFIND;
    for (int i = 0; i < nconss; ++i) SCIP_CALL(separate(scip, conshdlr, conss[i], NULL, 1, result));
    return SCIP_OKAY;
}

static SCIP_DECL_CONSENFOLP(enforce_lp) {
    (void)nusefulconss, (void)solinfeasible;
    *result = SCIP_FEASIBLE;
    for (int i = 0; i < nconss; ++i) SCIP_CALL(separate(scip, conshdlr, conss[i], NULL, 1, result));
    return SCIP_OKAY;
}

static SCIP_DECL_CONSENFOPS(enforce_pseudo) {
    (void)nusefulconss, (void)solinfeasible, (void)objinfeasible;
    *result = SCIP_FEASIBLE;
    for (int i = 0; i < nconss; ++i) SCIP_CALL(separate(scip, conshdlr, conss[i], NULL, 0, result));
    return SCIP_OKAY;
}

static SCIP_DECL_CONSCHECK(check) {
    (void)checkintegrality, (void)checklprows, (void)printreason, (void)completely;
    *result = SCIP_FEASIBLE;
    for (int i = 0; i < nconss; ++i) SCIP_CALL(separate(scip, conshdlr, conss[i], sol, 0, result));
    return SCIP_OKAY;
}

static SCIP_DECL_CONSLOCK(lock) {
    (void)conshdlr;
    SCIP_CONSDATA* data = SCIPconsGetData(cons);
    uint8_t down[MOST_COLUMNS], up[MOST_COLUMNS];
    NZDD_CALL(nzdd_constraint_locks(data->rows, down, up));
    for (int j = 0; j < data->num_vars; ++j)
        SCIP_CALL(SCIPaddVarLocksType(scip, data->vars[j], locktype, down[j] * nlockspos + up[j] * nlocksneg,
                                      up[j] * nlockspos + down[j] * nlocksneg));
    return SCIP_OKAY;
}

static SCIP_RETCODE create(SCIP* scip, SCIP_CONSHDLR* handler, SCIP_CONSDATA data, SCIP_CONS** cons) {
    SCIP_CONSDATA* kept = malloc(sizeof(*kept));
    if (kept == NULL) return SCIP_NOMEMORY;
    *kept = data;
    return SCIPcreateCons(scip, cons, "family", handler, kept, TRUE, TRUE, TRUE, TRUE, TRUE, FALSE, FALSE,
                          FALSE, FALSE, FALSE);
}

static SCIP_DECL_CONSTRANS(transform) {
    SCIP_CONSDATA data = *SCIPconsGetData(sourcecons);
    for (int j = 0; j < data.num_vars; ++j)
        SCIP_CALL(SCIPgetTransformedVar(scip, data.vars[j], &data.vars[j]));
    return create(scip, conshdlr, data, targetcons);
}

static SCIP_DECL_CONSDELETE(forget) {
    (void)scip, (void)conshdlr, (void)cons;
    free(*consdata);
    *consdata = NULL;
    return SCIP_OKAY;
}

SCIP_RETCODE add_family(SCIP* scip, const nzdd_constraint* rows, SCIP_VAR** vars, int num_vars) {
    SCIP_CONSHDLR* handler = SCIPfindConshdlr(scip, "family");
    SCIP_CONSDATA data = {rows, {NULL}, num_vars};
    SCIP_CONS* cons = NULL;
    if (num_vars > MOST_COLUMNS) return SCIP_INVALIDDATA;
    if (handler == NULL) {
        SCIP_CALL(SCIPincludeConshdlrBasic(scip, &handler, "family", "a row for each set of a family", -1, -1,
                                           100, TRUE, enforce_lp, enforce_pseudo, check, lock, NULL));
        SCIP_CALL(SCIPsetConshdlrSepa(scip, handler, sepa_lp, NULL, 1, 0, FALSE));
        SCIP_CALL(SCIPsetConshdlrProp(scip, handler, propagate_family, 1, FALSE, SCIP_PROPTIMING_BEFORELP));
        SCIP_CALL(SCIPsetConshdlrResprop(scip, handler, explain_family));
        SCIP_CALL(SCIPsetConshdlrTrans(scip, handler, transform));
        SCIP_CALL(SCIPsetConshdlrDelete(scip, handler, forget));
    }
    for (int j = 0; j < num_vars; ++j) {
        data.vars[j] = vars[j];
        SCIP_CALL(SCIPmarkDoNotMultaggrVar(scip, vars[j]));
    }
    SCIP_CALL(create(scip, handler, data, &cons));
    SCIP_CALL(SCIPaddCons(scip, cons));
    return SCIPreleaseCons(scip, &cons);
}
