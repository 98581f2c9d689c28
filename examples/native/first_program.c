/* A family, its shortest rows, and a constraint for each of its rows, by the C interface. */
#include <nzdd/nzdd.h>
#include <stdio.h>
#include <stdlib.h>

static void check(nzdd_status status) {
    if (status == NZDD_OK) return;
    fprintf(stderr, "%s\n", nzdd_error());
    exit(1);
}

int main(void) {
    /* The rows {0, 1}, {0, 2} and {1, 2, 3}. */
    const int64_t offsets[] = {0, 2, 4, 7};
    const uint32_t symbols[] = {0, 1, 0, 2, 1, 2, 3};
    nzdd_zdd* family = NULL;
    check(nzdd_zdd_from_rows(3, offsets, symbols, 4, NULL, NULL, NULL, &family));

    const double lengths[] = {3, 1, 2, -1.5};
    nzdd_search* search = NULL;
    nzdd_rows* shortest = NULL;
    nzdd_rows_view rows;
    check(nzdd_search_new(family, NULL, &search));
    check(nzdd_search_shortest(search, lengths, 2, 1e9, 0, NULL, &shortest));
    nzdd_rows_show(shortest, &rows);
    for (size_t i = 0; i < rows.num_rows; ++i) {
        printf("%g:", rows.lengths[i]);
        for (int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) printf(" %u", rows.symbols[k]);
        printf("\n");
    }

    /* x[0] + x[1] >= 1, x[0] + x[2] >= 1 and x[1] + x[2] + x[3] >= 1: which does a point violate? */
    const double x[] = {0.25, 0.5, 0, 0.125};
    nzdd_constraint* constraint = NULL;
    nzdd_matrix* violated = NULL;
    nzdd_matrix_view cuts;
    check(nzdd_constraint_for_all(family, NZDD_AT_LEAST, 1, 4, NULL, NULL, NULL, NULL, NULL, NULL,
                                  &constraint));
    check(nzdd_constraint_separate(constraint, x, 10, 1e-6, 0, NULL, &violated));
    nzdd_matrix_show(violated, &cuts);
    for (size_t i = 0; i < cuts.num_rows; ++i) {
        printf("slack %g:", cuts.slack[i]);
        for (int64_t k = cuts.offsets[i]; k < cuts.offsets[i + 1]; ++k)
            printf(" %+g x[%d]", cuts.values[k], cuts.columns[k]);
        printf(" >= %g\n", cuts.lower[i]);
    }

    nzdd_matrix_free(violated);
    nzdd_constraint_free(constraint);
    nzdd_rows_free(shortest);
    nzdd_search_free(search);
    nzdd_zdd_free(family);
    return 0;
}
