/* The best knapsack whose weights may grow for any few of its items, by SCIP: robust_knapsack ITEMS GROWING
 */
#include <scip/scipdefplugins.h>
#include <stdlib.h>

#include "scip_handler.h"

static SCIP_RETCODE solve(SCIP* scip, const nzdd_constraint* rows, int num_items, const double* profit) {
    SCIP_VAR* items[MOST_COLUMNS];
    SCIP_CALL(SCIPincludeDefaultPlugins(scip));
    SCIPsetMessagehdlrQuiet(scip, TRUE);
    SCIP_CALL(SCIPcreateProbBasic(scip, "robust knapsack"));
    SCIP_CALL(SCIPsetObjsense(scip, SCIP_OBJSENSE_MAXIMIZE));
    for (int j = 0; j < num_items; ++j) {
        SCIP_CALL(SCIPcreateVarBasic(scip, &items[j], "item", 0, 1, profit[j], SCIP_VARTYPE_BINARY));
        SCIP_CALL(SCIPaddVar(scip, items[j]));
    }
    SCIP_CALL(add_family(scip, rows, items, num_items));
    SCIP_CALL(SCIPsolve(scip));
    printf("%s %.6g: %.2f s, %lld nodes, %ld cuts, %ld bounds, %ld reasons\n",
           SCIPgetGap(scip) < 1e-9 ? "best value" : "not solved", SCIPgetPrimalbound(scip),
           SCIPgetSolvingTime(scip), (long long)SCIPgetNTotalNodes(scip), num_cuts, num_tightened,
           num_reasons);
    for (int j = 0; j < num_items; ++j) SCIP_CALL(SCIPreleaseVar(scip, &items[j]));
    return SCIP_OKAY;
}

int main(int argc, char** argv) {
    const int num_items = argc > 1 ? atoi(argv[1]) : 30, growing = argc > 2 ? atoi(argv[2]) : 5;
    double profit[MOST_COLUMNS], weight[MOST_COLUMNS], growth[MOST_COLUMNS], room = 0;
    if (num_items < 1 || num_items > MOST_COLUMNS || growing < 0) return 2;
    for (int j = 0; j < num_items; ++j) {
        profit[j] = 10 + j * 37 % 41;
        weight[j] = 5 + j * 53 % 29;
        growth[j] = 1 + j * 17 % 13;
        room += weight[j];
    }
    /* weight @ x + the growth of the chosen items of S <= half of all weights, for each S of few items */
    nzdd_zdd* sets = NULL;
    nzdd_constraint* rows = NULL;
    SCIP* scip = NULL;
    SCIP_RETCODE code = SCIP_ERROR;
    if (nzdd_sets_of_size((size_t)num_items, 0, (uint32_t)growing, NULL, &sets) != NZDD_OK ||
        nzdd_constraint_for_all(sets, NZDD_AT_MOST, (double)(long)(room / 2), (size_t)num_items, NULL, NULL,
                                growth, NULL, weight, NULL, &rows) != NZDD_OK)
        fprintf(stderr, "%s\n", nzdd_error());
    else if ((code = SCIPcreate(&scip)) == SCIP_OKAY)
        code = solve(scip, rows, num_items, profit);
    if (scip != NULL) SCIPfree(&scip);
    nzdd_constraint_free(rows);
    nzdd_zdd_free(sets);
    return code == SCIP_OKAY ? 0 : 1;
}
