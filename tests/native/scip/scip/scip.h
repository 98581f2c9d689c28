/* The part of SCIP's interface that examples/native uses, declared for the library in PySCIPOpt's wheel,
 * which comes without headers. `test_scip_handler.py` compares the numbers with those of PySCIPOpt. */
#ifndef SCIP_DECLARED
#define SCIP_DECLARED

#include <stdio.h>

#define TRUE 1
#define FALSE 0
typedef unsigned int SCIP_Bool;
typedef double SCIP_Real;
typedef long long SCIP_Longint;

typedef enum { SCIP_ERROR = 0, SCIP_OKAY = 1, SCIP_NOMEMORY = -1, SCIP_INVALIDDATA = -9 } SCIP_RETCODE;
typedef enum {
    SCIP_DIDNOTFIND = 3,
    SCIP_FEASIBLE = 4,
    SCIP_INFEASIBLE = 5,
    SCIP_CUTOFF = 7,
    SCIP_SEPARATED = 8,
    SCIP_REDUCEDDOM = 10,
    SCIP_SUCCESS = 17
} SCIP_RESULT;
typedef enum { SCIP_BOUNDTYPE_LOWER = 0, SCIP_BOUNDTYPE_UPPER = 1 } SCIP_BOUNDTYPE;
typedef enum { SCIP_CONFTYPE_PROPAGATION = 1 } SCIP_CONFTYPE;
typedef enum { SCIP_OBJSENSE_MAXIMIZE = -1 } SCIP_OBJSENSE;
typedef enum { SCIP_VARTYPE_BINARY = 0 } SCIP_VARTYPE;
typedef int SCIP_LOCKTYPE;
typedef unsigned int SCIP_PROPTIMING;
#define SCIP_PROPTIMING_BEFORELP 1u

typedef struct Scip SCIP;
typedef struct SCIP_Cons SCIP_CONS;
typedef struct SCIP_ConsData SCIP_CONSDATA;
typedef struct SCIP_Conshdlr SCIP_CONSHDLR;
typedef struct SCIP_ConshdlrData SCIP_CONSHDLRDATA;
typedef struct SCIP_Sol SCIP_SOL;
typedef struct SCIP_Row SCIP_ROW;
typedef struct SCIP_Var SCIP_VAR;
typedef struct SCIP_BdChgIdx SCIP_BDCHGIDX;

#define SCIP_CALL(call)                                     \
    do {                                                    \
        const SCIP_RETCODE code_of_call = (call);           \
        if (code_of_call != SCIP_OKAY) return code_of_call; \
    } while (0)

#define SCIP_CONSS_ SCIP *scip, SCIP_CONSHDLR *conshdlr, SCIP_CONS **conss, int nconss
#define SCIP_DECL_CONSSEPALP(x) SCIP_RETCODE x(SCIP_CONSS_, int nusefulconss, SCIP_RESULT* result)
#define SCIP_DECL_CONSSEPASOL(x) \
    SCIP_RETCODE x(SCIP_CONSS_, int nusefulconss, SCIP_SOL* sol, SCIP_RESULT* result)
#define SCIP_DECL_CONSENFOLP(x) \
    SCIP_RETCODE x(SCIP_CONSS_, int nusefulconss, SCIP_Bool solinfeasible, SCIP_RESULT* result)
#define SCIP_DECL_CONSENFOPS(x)                                                                     \
    SCIP_RETCODE x(SCIP_CONSS_, int nusefulconss, SCIP_Bool solinfeasible, SCIP_Bool objinfeasible, \
                   SCIP_RESULT* result)
#define SCIP_DECL_CONSCHECK(x)                                                                    \
    SCIP_RETCODE x(SCIP_CONSS_, SCIP_SOL* sol, SCIP_Bool checkintegrality, SCIP_Bool checklprows, \
                   SCIP_Bool printreason, SCIP_Bool completely, SCIP_RESULT* result)
#define SCIP_DECL_CONSPROP(x)                                                                   \
    SCIP_RETCODE x(SCIP_CONSS_, int nusefulconss, int nmarkedconss, SCIP_PROPTIMING proptiming, \
                   SCIP_RESULT* result)
#define SCIP_DECL_CONSRESPROP(x)                                                                            \
    SCIP_RETCODE x(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_CONS* cons, SCIP_VAR* infervar, int inferinfo, \
                   SCIP_BOUNDTYPE boundtype, SCIP_BDCHGIDX* bdchgidx, SCIP_Real relaxedbd,                  \
                   SCIP_RESULT* result)
#define SCIP_DECL_CONSLOCK(x)                                                                    \
    SCIP_RETCODE x(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_CONS* cons, SCIP_LOCKTYPE locktype, \
                   int nlockspos, int nlocksneg)
#define SCIP_DECL_CONSTRANS(x) \
    SCIP_RETCODE x(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_CONS* sourcecons, SCIP_CONS** targetcons)
#define SCIP_DECL_CONSDELETE(x) \
    SCIP_RETCODE x(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_CONS* cons, SCIP_CONSDATA** consdata)

SCIP_RETCODE SCIPcreate(SCIP** scip);
SCIP_RETCODE SCIPfree(SCIP** scip);
SCIP_RETCODE SCIPincludeDefaultPlugins(SCIP* scip);
void SCIPsetMessagehdlrQuiet(SCIP* scip, SCIP_Bool quiet);
SCIP_RETCODE SCIPcreateProbBasic(SCIP* scip, const char* name);
SCIP_RETCODE SCIPsetObjsense(SCIP* scip, SCIP_OBJSENSE objsense);
SCIP_RETCODE SCIPsolve(SCIP* scip);
SCIP_Real SCIPgetGap(SCIP* scip);
SCIP_Real SCIPgetPrimalbound(SCIP* scip);
SCIP_Real SCIPgetSolvingTime(SCIP* scip);
SCIP_Longint SCIPgetNTotalNodes(SCIP* scip);
SCIP_Real SCIPinfinity(SCIP* scip);
SCIP_Real SCIPfeastol(SCIP* scip);

SCIP_RETCODE SCIPcreateVarBasic(SCIP* scip, SCIP_VAR** var, const char* name, SCIP_Real lb, SCIP_Real ub,
                                SCIP_Real obj, SCIP_VARTYPE vartype);
SCIP_RETCODE SCIPaddVar(SCIP* scip, SCIP_VAR* var);
SCIP_RETCODE SCIPreleaseVar(SCIP* scip, SCIP_VAR** var);
SCIP_RETCODE SCIPmarkDoNotMultaggrVar(SCIP* scip, SCIP_VAR* var);
SCIP_RETCODE SCIPgetTransformedVar(SCIP* scip, SCIP_VAR* var, SCIP_VAR** transvar);
SCIP_RETCODE SCIPaddVarLocksType(SCIP* scip, SCIP_VAR* var, SCIP_LOCKTYPE locktype, int nlocksdown,
                                 int nlocksup);
SCIP_Real SCIPvarGetLbLocal(SCIP_VAR* var);
SCIP_Real SCIPvarGetUbLocal(SCIP_VAR* var);
SCIP_Bool SCIPvarIsIntegral(SCIP_VAR* var);
SCIP_Real SCIPgetVarLbAtIndex(SCIP* scip, SCIP_VAR* var, SCIP_BDCHGIDX* bdchgidx, SCIP_Bool after);
SCIP_Real SCIPgetVarUbAtIndex(SCIP* scip, SCIP_VAR* var, SCIP_BDCHGIDX* bdchgidx, SCIP_Bool after);
SCIP_Real SCIPgetSolVal(SCIP* scip, SCIP_SOL* sol, SCIP_VAR* var);

SCIP_RETCODE SCIPcreateEmptyRowConshdlr(SCIP* scip, SCIP_ROW** row, SCIP_CONSHDLR* conshdlr, const char* name,
                                        SCIP_Real lhs, SCIP_Real rhs, SCIP_Bool local, SCIP_Bool modifiable,
                                        SCIP_Bool removable);
SCIP_RETCODE SCIPaddVarToRow(SCIP* scip, SCIP_ROW* row, SCIP_VAR* var, SCIP_Real val);
SCIP_RETCODE SCIPaddRow(SCIP* scip, SCIP_ROW* row, SCIP_Bool forcecut, SCIP_Bool* infeasible);
SCIP_RETCODE SCIPreleaseRow(SCIP* scip, SCIP_ROW** row);

SCIP_CONSHDLR* SCIPfindConshdlr(SCIP* scip, const char* name);
SCIP_RETCODE SCIPincludeConshdlrBasic(SCIP* scip, SCIP_CONSHDLR** conshdlr, const char* name,
                                      const char* desc, int enfopriority, int chckpriority, int eagerfreq,
                                      SCIP_Bool needscons, SCIP_DECL_CONSENFOLP((*enfolp)),
                                      SCIP_DECL_CONSENFOPS((*enfops)), SCIP_DECL_CONSCHECK((*check)),
                                      SCIP_DECL_CONSLOCK((*lock)), SCIP_CONSHDLRDATA* data);
SCIP_RETCODE SCIPsetConshdlrSepa(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_DECL_CONSSEPALP((*sepalp)),
                                 SCIP_DECL_CONSSEPASOL((*sepasol)), int freq, int priority, SCIP_Bool delay);
SCIP_RETCODE SCIPsetConshdlrProp(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_DECL_CONSPROP((*prop)), int freq,
                                 SCIP_Bool delay, SCIP_PROPTIMING timing);
SCIP_RETCODE SCIPsetConshdlrResprop(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_DECL_CONSRESPROP((*resprop)));
SCIP_RETCODE SCIPsetConshdlrTrans(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_DECL_CONSTRANS((*trans)));
SCIP_RETCODE SCIPsetConshdlrDelete(SCIP* scip, SCIP_CONSHDLR* conshdlr, SCIP_DECL_CONSDELETE((*del)));
SCIP_RETCODE SCIPcreateCons(SCIP* scip, SCIP_CONS** cons, const char* name, SCIP_CONSHDLR* conshdlr,
                            SCIP_CONSDATA* data, SCIP_Bool initial, SCIP_Bool separate, SCIP_Bool enforce,
                            SCIP_Bool check, SCIP_Bool propagate, SCIP_Bool local, SCIP_Bool modifiable,
                            SCIP_Bool dynamic, SCIP_Bool removable, SCIP_Bool stickingatnode);
SCIP_RETCODE SCIPaddCons(SCIP* scip, SCIP_CONS* cons);
SCIP_RETCODE SCIPreleaseCons(SCIP* scip, SCIP_CONS** cons);
SCIP_CONSDATA* SCIPconsGetData(SCIP_CONS* cons);

SCIP_RETCODE SCIPinferVarLbCons(SCIP* scip, SCIP_VAR* var, SCIP_Real newbound, SCIP_CONS* cons, int inferinfo,
                                SCIP_Bool force, SCIP_Bool* infeasible, SCIP_Bool* tightened);
SCIP_RETCODE SCIPinferVarUbCons(SCIP* scip, SCIP_VAR* var, SCIP_Real newbound, SCIP_CONS* cons, int inferinfo,
                                SCIP_Bool force, SCIP_Bool* infeasible, SCIP_Bool* tightened);
SCIP_Bool SCIPisConflictAnalysisApplicable(SCIP* scip);
SCIP_RETCODE SCIPinitConflictAnalysis(SCIP* scip, SCIP_CONFTYPE type, SCIP_Bool iscutoffinvolved);
SCIP_RETCODE SCIPaddConflictLb(SCIP* scip, SCIP_VAR* var, SCIP_BDCHGIDX* bdchgidx);
SCIP_RETCODE SCIPaddConflictUb(SCIP* scip, SCIP_VAR* var, SCIP_BDCHGIDX* bdchgidx);
SCIP_RETCODE SCIPanalyzeConflictCons(SCIP* scip, SCIP_CONS* cons, SCIP_Bool* success);

#endif
