/* Diagrams, searches, operations and archives of random families against tables of all sets:
 * random_families CASES SEED FOLDER */
#include "brute_force.h"

static void check_diagrams(const family* f, nzdd_zdd* zdd, int weighed) {
    uint64_t count[2];
    size_t limbs;
    CALL(nzdd_zdd_count(zdd, 2, count, &limbs));
    CHECK(limbs == (f->count > 0) && (limbs == 0 || count[0] == f->count));
    check_zdd(zdd, f->in, f->num_symbols);

    uint64_t words[MOST_ROWS];
    for (unsigned i = 0; i < f->num_rows; ++i) {
        words[i] = 0;
        for (unsigned j = 0; j < f->num_symbols; ++j)
            words[i] |= (uint64_t)(f->rows[i] >> j & 1) << (f->num_symbols - 1 - j);
    }
    nzdd_zdd *other = NULL, *sifted = NULL;
    int equal;
    CALL(nzdd_zdd_from_words(f->num_rows, words, f->num_symbols, NULL, f->order, NULL, &other));
    CALL(nzdd_zdd_equal(zdd, other, &equal));
    CHECK(equal);
    CALL(nzdd_zdd_sifted(zdd, 0, NULL, &sifted));
    CALL(nzdd_zdd_equal(sifted, zdd, &equal));
    CHECK(equal);
    nzdd_zdd_view before, after;
    nzdd_zdd_show(zdd, &before);
    nzdd_zdd_show(sifted, &after);
    CHECK(after.num_nodes <= before.num_nodes);
    nzdd_zdd_free(sifted);
    nzdd_zdd_free(other);

    for (int minimize = NZDD_FEW_EDGES; minimize <= NZDD_FEW_NONZEROS; ++minimize) {
        nzdd_nzdd* nzdd = NULL;
        CALL(nzdd_nzdd_from_zdd(zdd, (nzdd_minimize)minimize, NULL, NULL, &nzdd));
        CALL(nzdd_nzdd_count(nzdd, 2, count, &limbs));
        CHECK(limbs == (f->count > 0) && (limbs == 0 || count[0] == f->count));
        nzdd_rows* list = NULL;
        CALL(nzdd_nzdd_rows(nzdd, 0, UINT64_MAX, NULL, &list));
        check_rows(list, f->in, f->num_symbols);
        nzdd_rows_free(list);
        nzdd_nzdd_view view;
        nzdd_nzdd_show(nzdd, &view);
        double from_root = 0, total = 0;
        for (size_t e = 0; e < view.num_edges && view.source[e] == 0; ++e) from_root += view.multiplicity[e];
        for (unsigned i = 0; i < f->num_rows; ++i) total += f->weights[i];
        CHECK(from_root == (weighed ? total : f->num_rows));
        CALL(nzdd_zdd_from_nzdd(nzdd, NULL, &other));
        CALL(nzdd_zdd_equal(zdd, other, &equal));
        CHECK(equal);
        nzdd_zdd_free(other);
        nzdd_nzdd_free(nzdd);
    }
}

static void check_contains(const family* f, const nzdd_zdd* zdd) {
    int64_t offsets[MOST_SETS + 1] = {0};
    uint32_t symbols[MOST_SETS * MOST_SYMBOLS];
    uint8_t found[MOST_SETS];
    const unsigned sets = 1u << f->num_symbols;
    int64_t size = 0;
    for (unsigned mask = 0; mask < sets; ++mask) {
        for (unsigned j = 0; j < f->num_symbols; ++j)
            if (mask >> j & 1) symbols[size++] = j;
        offsets[mask + 1] = size;
    }
    CALL(nzdd_zdd_contains(zdd, sets, offsets, symbols, found));
    CHECK(memcmp(found, f->in, sets) == 0);
}

static void check_searches(const family* f, const nzdd_zdd* zdd) {
    double lengths[MOST_SYMBOLS], known[MOST_SETS], beside[MOST_SYMBOLS], least;
    unsigned count = 0;
    for (unsigned j = 0; j < f->num_symbols; ++j) lengths[j] = between(-9, 9);
    if (below(4) == 0) lengths[below(f->num_symbols)] = INFINITY;
    for (unsigned mask = 0; mask < 1u << f->num_symbols; ++mask)
        if (f->in[mask] && isfinite(length_of(mask, lengths))) known[count++] = length_of(mask, lengths);
    qsort(known, count, sizeof(double), rising);
    nzdd_search* search = NULL;
    CALL(nzdd_search_new(zdd, NULL, &search));
    CALL(nzdd_search_least(search, lengths, &least));
    CHECK(least == (count > 0 ? known[0] : INFINITY));
    CALL(nzdd_search_least_beside(search, lengths, &least, beside));
    for (unsigned j = 0; j < f->num_symbols; ++j) {
        double shortest = INFINITY;
        for (unsigned mask = 0; mask < 1u << f->num_symbols; ++mask)
            if (f->in[mask] && mask >> j & 1)
                shortest = fmin(shortest, length_of(mask & ~(1u << j), lengths));
        CHECK(beside[j] == shortest);
    }
    const unsigned wanted = below(count + 3);
    nzdd_rows* list = NULL;
    CALL(nzdd_search_shortest(search, lengths, wanted, INFINITY, 0, NULL, &list));
    nzdd_rows_view rows;
    nzdd_rows_show(list, &rows);
    CHECK(rows.num_rows == (wanted < count ? wanted : count));
    for (size_t i = 0; i < rows.num_rows; ++i) {
        const unsigned mask = mask_of(&rows, i);
        CHECK(f->in[mask] && rows.lengths[i] == known[i] && length_of(mask, lengths) == known[i]);
        for (size_t k = 0; k < i; ++k) CHECK(mask_of(&rows, k) != mask);
    }
    nzdd_rows_free(list);
    CALL(nzdd_search_shortest(search, lengths, 5, 3, NZDD_DIVERSE, NULL, &list));
    nzdd_rows_show(list, &rows);
    CHECK((rows.num_rows > 0) == (count > 0 && known[0] < 3));
    for (size_t i = 0; i < rows.num_rows; ++i)
        CHECK(f->in[mask_of(&rows, i)] && rows.lengths[i] < 3 && (i > 0 || rows.lengths[0] == known[0]));
    nzdd_rows_free(list);
    nzdd_search_free(search);

    nzdd_nzdd* nzdd = NULL;
    nzdd_nzdd_view view;
    CALL(nzdd_nzdd_from_zdd(zdd, NZDD_FEW_NONZEROS, NULL, NULL, &nzdd));
    nzdd_nzdd_show(nzdd, &view);
    double* potentials = malloc(view.num_nodes * sizeof(double));
    CALL(nzdd_nzdd_potentials(nzdd, lengths, 0, potentials));
    CHECK(potentials[view.num_nodes - 1] == least && potentials[0] == 0);
    CALL(nzdd_nzdd_potentials(nzdd, lengths, 1, potentials));
    CHECK(potentials[0] == least);
    free(potentials);
    nzdd_nzdd_free(nzdd);
}

/* Whether a set belongs to the result of an operation. */
static int belongs(int operation, const family* f, const family* g, unsigned mask) {
    const unsigned sets = 1u << f->num_symbols;
    int any = 0, all = 1, within = 0, around = 0;
    switch (operation) {
        case NZDD_UNION:
            return f->in[mask] | g->in[mask];
        case NZDD_INTERSECTION:
            return f->in[mask] & g->in[mask];
        case NZDD_DIFFERENCE:
            return f->in[mask] & !g->in[mask];
        case NZDD_SYMMETRIC_DIFFERENCE:
            return f->in[mask] ^ g->in[mask];
        case NZDD_JOIN:
        case NZDD_MEET:
            for (unsigned a = 0; a < sets; ++a)
                for (unsigned b = 0; f->in[a] && b < sets; ++b)
                    any |= g->in[b] && (operation == NZDD_JOIN ? a | b : a & b) == mask;
            return any;
        case NZDD_QUOTIENT:
            for (unsigned b = 0; b < sets; ++b) all &= !g->in[b] || (!(mask & b) && f->in[mask | b]);
            return all;
        case NZDD_REMAINDER:
            for (unsigned b = 0; b < sets; ++b)
                any |= g->in[b] && (mask & b) == b && belongs(NZDD_QUOTIENT, f, g, mask & ~b);
            return f->in[mask] && !any;
    }
    for (unsigned b = 0; b < sets; ++b) {
        around |= g->in[b] && (mask & b) == b;
        within |= g->in[b] && (mask & b) == mask;
    }
    switch (operation) {
        case NZDD_SUPERSETS:
            return f->in[mask] && around;
        case NZDD_SUBSETS:
            return f->in[mask] && within;
        case NZDD_NONSUPERSETS:
            return f->in[mask] && !around;
        default:
            return f->in[mask] && !within;
    }
}

static void check_operations(const family* f, const nzdd_zdd* zdd) {
    const family g = random_family(f->num_symbols);
    if (g.count == 0) return;
    const unsigned sets = 1u << f->num_symbols;
    nzdd_zdd *other = zdd_of(&g, NULL, below(2) ? g.order : NULL), *result = NULL;
    unsigned char in[MOST_SETS];
    for (int operation = NZDD_UNION; operation <= NZDD_NONSUBSETS; ++operation) {
        CALL(nzdd_combine((nzdd_operation)operation, zdd, other, 0, NULL, &result));
        for (unsigned mask = 0; mask < sets; ++mask)
            in[mask] = (unsigned char)belongs(operation, f, &g, mask);
        check_zdd(result, in, f->num_symbols);
        nzdd_zdd_free(result);
    }
    for (int maximal = 0; maximal <= 1; ++maximal) {
        CALL((maximal ? nzdd_maximal : nzdd_minimal)(zdd, 0, NULL, &result));
        for (unsigned mask = 0; mask < sets; ++mask) {
            in[mask] = f->in[mask];
            for (unsigned b = 0; b < sets; ++b)
                if (b != mask && f->in[b] && (mask & b) == (maximal ? mask : b)) in[mask] = 0;
        }
        check_zdd(result, in, f->num_symbols);
        nzdd_zdd_free(result);
    }
    CALL(nzdd_complement(zdd, 0, NULL, &result));
    for (unsigned mask = 0; mask < sets; ++mask) in[mask] = !f->in[mask];
    check_zdd(result, in, f->num_symbols);
    nzdd_zdd_free(result);
    nzdd_zdd_free(other);

    int64_t coefficients[MOST_SYMBOLS];
    for (unsigned j = 0; j < f->num_symbols; ++j) coefficients[j] = between(-5, 5);
    const int low = between(-8, 8), high = between(-8, 8);
    CALL(nzdd_zdd_with_sum(zdd, coefficients, low, high, 0, NULL, &result));
    for (unsigned mask = 0; mask < sets; ++mask) {
        int64_t sum = 0;
        for (unsigned j = 0; j < f->num_symbols; ++j) sum += mask >> j & 1 ? coefficients[j] : 0;
        in[mask] = f->in[mask] && low <= sum && sum <= high;
    }
    check_zdd(result, in, f->num_symbols);
    nzdd_zdd_free(result);
    const unsigned least = below(f->num_symbols + 1), most = least + below(3);
    CALL(nzdd_sets_of_size(f->num_symbols, least, most, NULL, &result));
    for (unsigned mask = 0; mask < sets; ++mask) {
        unsigned size = 0;
        for (unsigned j = 0; j < f->num_symbols; ++j) size += mask >> j & 1;
        in[mask] = least <= size && size <= most;
    }
    check_zdd(result, in, f->num_symbols);
    nzdd_zdd_free(result);
}

static void check_archives(const family* f, const nzdd_zdd* zdd, const char* folder) {
    char path[1024];
    nzdd_zdd* back = NULL;
    nzdd_nzdd *nzdd = NULL, *other = NULL;
    int equal;
    snprintf(path, sizeof(path), "%s/random.nzdd", folder);
    CALL(nzdd_nzdd_from_zdd(zdd, NZDD_FEW_NONZEROS, NULL, NULL, &nzdd));
    CALL(nzdd_nzdd_save(nzdd, path));
    CHECK(nzdd_zdd_load(path, &back) == NZDD_BAD_FILE && back == NULL);
    CALL(nzdd_nzdd_load(path, &other));
    CALL(nzdd_zdd_from_nzdd(other, NULL, &back));
    CALL(nzdd_zdd_equal(zdd, back, &equal));
    CHECK(equal);
    nzdd_zdd_free(back);
    nzdd_nzdd_free(other);
    nzdd_nzdd_free(nzdd);
    CALL(nzdd_zdd_save(zdd, path));
    CALL(nzdd_zdd_load(path, &back));
    CALL(nzdd_zdd_equal(zdd, back, &equal));
    CHECK(equal);
    nzdd_zdd_free(back);

    FILE* file = fopen(path, "rb");
    unsigned char bytes[1 << 16];
    const size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    for (int turn = 0; turn < 4; ++turn) { /* damaged: an error, or the same family */
        const size_t at = below((unsigned)size);
        const unsigned char kept = bytes[at];
        bytes[at] = (unsigned char)(bytes[at] ^ (1u << below(8)));
        if (nzdd_zdd_read(bytes, size, &back) == NZDD_OK) check_zdd(back, f->in, f->num_symbols);
        nzdd_zdd_free(back);
        bytes[at] = kept;
        CHECK(nzdd_zdd_read(bytes, at, &back) != NZDD_OK && back == NULL);
    }
    remove(path);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const long long cases = atoll(argv[1]);
    for (number_of_case = 0; number_of_case < cases; ++number_of_case) {
        seed = (unsigned long long)(number_of_case + 1) * 0x9e3779b97f4a7c15ull ^ strtoull(argv[2], NULL, 10);
        for (int i = 0; i < 4; ++i) below(2);
        const family f = random_family(1 + below(MOST_SYMBOLS));
        const int weighed = (int)below(2);
        nzdd_zdd* zdd = zdd_of(&f, weighed ? f.weights : NULL, below(2) ? f.order : NULL);
        check_diagrams(&f, zdd, weighed);
        check_contains(&f, zdd);
        check_searches(&f, zdd);
        check_operations(&f, zdd);
        if (number_of_case % 8 == 0) check_archives(&f, zdd, argv[3]);
        nzdd_zdd_free(zdd);
    }
    printf("%lld families\n", cases);
    return 0;
}
