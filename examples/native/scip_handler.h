/* A constraint handler for a model of your own: a linear inequality for each row of a family. */
#ifndef SCIP_HANDLER_H
#define SCIP_HANDLER_H

#include <nzdd/nzdd.h>
#include <scip/scip.h>
#include <stdio.h>

#define MOST_COLUMNS 200

/* Adds one inequality of `vars` for each row of a family; `rows` must outlive the solve. */
SCIP_RETCODE add_family(SCIP* scip, const nzdd_constraint* rows, SCIP_VAR** vars, int num_vars);

/* What all of them did. */
extern long num_cuts, num_tightened, num_reasons;

/* What the parts of the handler share. */
struct SCIP_ConsData {
    const nzdd_constraint* rows; /* of the caller */
    SCIP_VAR* vars[MOST_COLUMNS];
    int num_vars;
};

#define NZDD_CALL(call) /* an error ends the solve */ \
    do {                                              \
        if ((call) != NZDD_OK) {                      \
            fprintf(stderr, "%s\n", nzdd_error());    \
            return SCIP_ERROR;                        \
        }                                             \
    } while (0)

SCIP_DECL_CONSPROP(propagate_family);
SCIP_DECL_CONSRESPROP(explain_family);

#endif
