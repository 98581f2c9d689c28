/* What ends a test program where something is not true, with the last message of the library. */
#ifndef CHECKS_H
#define CHECKS_H

#include <math.h>
#include <nzdd/nzdd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long number_of_case;

#define CHECK(truth)                                                                                      \
    do {                                                                                                  \
        if (!(truth)) {                                                                                   \
            fprintf(stderr, "%s:%d: case %lld: %s; last error: %s\n", __FILE__, __LINE__, number_of_case, \
                    #truth, nzdd_error());                                                                \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)
#define CALL(call) CHECK((call) == NZDD_OK)

#endif
