#include <scip/scip.h>
