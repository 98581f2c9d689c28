/* Random families over few symbols, as tables of all sets: the truth that the C interface is checked against.
 * A set is a mask, bit j for symbol j. */
#ifndef BRUTE_FORCE_H
#define BRUTE_FORCE_H

#include "checks.h"

#define MOST_SYMBOLS 7
#define MOST_SETS (1 << MOST_SYMBOLS)
#define MOST_ROWS 40

static unsigned long long seed;

/* A number below `end`. */
static unsigned below(unsigned end) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % end;
}
static int between(int least, int most) { return least + (int)below((unsigned)(most - least + 1)); }

typedef struct family {
    unsigned num_symbols, num_rows;
    unsigned rows[MOST_ROWS]; /* as given, some of them more than once */
    double weights[MOST_ROWS];
    unsigned char in[MOST_SETS]; /* 1 for the sets that are rows */
    unsigned count;
    uint32_t order[MOST_SYMBOLS];
} family;

static family random_family(unsigned num_symbols) {
    family f;
    memset(&f, 0, sizeof(f));
    f.num_symbols = num_symbols;
    f.num_rows = below(4) == 0 ? below(4) : below(MOST_ROWS);
    const unsigned density = 1 + below(3);
    for (unsigned i = 0; i < f.num_rows; ++i) {
        for (unsigned j = 0; j < num_symbols; ++j) f.rows[i] |= (unsigned)(below(4) < density) << j;
        f.weights[i] = between(0, 9);
        f.count += !f.in[f.rows[i]];
        f.in[f.rows[i]] = 1;
    }
    for (unsigned j = 0; j < num_symbols; ++j) f.order[j] = j;
    for (unsigned j = num_symbols; j > 1; --j) {
        const unsigned other = below(j);
        const uint32_t kept = f.order[j - 1];
        f.order[j - 1] = f.order[other];
        f.order[other] = kept;
    }
    return f;
}

static nzdd_zdd* zdd_of(const family* f, const double* weights, const uint32_t* order) {
    int64_t offsets[MOST_ROWS + 1] = {0};
    uint32_t symbols[MOST_ROWS * (MOST_SYMBOLS + 1) + 1];
    int64_t size = 0;
    for (unsigned i = 0; i < f->num_rows; ++i) {
        for (unsigned j = f->num_symbols; j-- > 0;)
            if (f->rows[i] >> j & 1) symbols[size++] = j;
        if (size > offsets[i] && below(4) == 0) symbols[size] = symbols[size - 1], ++size; /* repeated */
        offsets[i + 1] = size;
    }
    nzdd_zdd* zdd = NULL;
    CALL(nzdd_zdd_from_rows(f->num_rows, offsets, symbols, f->num_symbols, weights, order, NULL, &zdd));
    return zdd;
}

static inline unsigned mask_of(const nzdd_rows_view* rows, size_t row) {
    unsigned mask = 0;
    for (int64_t k = rows->offsets[row]; k < rows->offsets[row + 1]; ++k) {
        CHECK(k == rows->offsets[row] || rows->symbols[k - 1] < rows->symbols[k]);
        mask |= 1u << rows->symbols[k];
    }
    return mask;
}

static inline double length_of(unsigned mask, const double* lengths) {
    double sum = 0;
    for (unsigned j = 0; mask >> j; ++j)
        if (mask >> j & 1) sum += lengths[j];
    return sum;
}

static inline int rising(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* Whether the rows are those of the table, each once. */
static inline void check_rows(const nzdd_rows* list, const unsigned char* in, unsigned num_symbols) {
    nzdd_rows_view rows;
    unsigned char met[MOST_SETS] = {0};
    nzdd_rows_show(list, &rows);
    for (size_t i = 0; i < rows.num_rows; ++i) {
        const unsigned mask = mask_of(&rows, i);
        CHECK(in[mask] && !met[mask]);
        met[mask] = 1;
    }
    CHECK(memcmp(met, in, (size_t)1 << num_symbols) == 0);
}

static inline void check_zdd(const nzdd_zdd* zdd, const unsigned char* in, unsigned num_symbols) {
    nzdd_rows* list = NULL;
    CALL(nzdd_zdd_rows(zdd, 0, UINT64_MAX, NULL, &list));
    check_rows(list, in, num_symbols);
    nzdd_rows_free(list);
}

#endif
