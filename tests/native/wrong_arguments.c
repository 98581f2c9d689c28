/* Wrong arguments of every function of the C interface: each is refused, by a line that names it, and nothing
 * is made; what a function takes at its limits is taken. wrong_arguments FOLDER */
#include "checks.h"

/* Enough handles of each kind for one call. */
static nzdd_zdd *zdd, *made_zdd;
static nzdd_nzdd *nzdd, *made_nzdd;
static nzdd_search *search, *made_search;
static nzdd_constraint *constraint, *made_constraint;
static nzdd_rows* made_rows;
static nzdd_matrix* made_matrix;
static nzdd_conditions* conditions;

static const int64_t offsets[] = {0, 2, 4, 7}, falling[] = {0, 1000000, 7, 7}, late[] = {1, 2, 4, 7};
static const uint32_t symbols[] = {0, 1, 0, 2, 1, 2, 3}, order[] = {3, 1, 0, 2}, twice[] = {3, 1, 1, 2},
                      ends[] = {0, 1, 1, 2, 2, 0, 2, 3}, beyond[] = {0, 1, 1, 2, 2, 9, 2, 3};
static const int32_t columns[] = {0, 1, 0, 2, 1, 2, 3}, outside[] = {0, 1, 0, 2, 1, 2, -1};
static const double numbers[] = {1, 2, 3, 4, 5, 6, 7}, nans[] = {1, 2, NAN, 4, 5, 6, NAN},
                    infinite[] = {1, 2, -INFINITY, 4, 5, 6, 7}, huge[] = {1e308, 1e308, 1e308, 1e308},
                    lower[] = {0, 0, 0, 0}, upper[] = {1, 1, 1, 1}, below_lower[] = {1, 1, -1, 1};
static double results[16], more[16];
static uint8_t bytes[16];
static int answer;

/* Refused with this status by one line that has the text; no handle was made. */
#define REFUSED(wanted, text, call)                                                                       \
    do {                                                                                                  \
        CHECK((call) == (wanted));                                                                        \
        CHECK(strstr(nzdd_error(), text) && !strchr(nzdd_error(), '\n'));                                 \
        CHECK(!made_zdd && !made_nzdd && !made_search && !made_constraint && !made_rows && !made_matrix); \
    } while (0)
/* What was made. */
#define FREE(kind) (nzdd_##kind##_free(made_##kind), made_##kind = NULL)
#define INVALID(text, call) REFUSED(NZDD_INVALID, text, call)

static void families_from_rows(void) {
#define BUILD(rows, offsets, symbols, number, weights, order, out) \
    nzdd_zdd_from_rows(rows, offsets, symbols, number, weights, order, NULL, out)
    INVALID("out is NULL", BUILD(3, offsets, symbols, 4, NULL, NULL, NULL));
    INVALID("offsets is NULL", BUILD(3, NULL, symbols, 4, NULL, NULL, &made_zdd));
    INVALID("symbols is NULL", BUILD(3, offsets, NULL, 4, NULL, NULL, &made_zdd));
    INVALID("row 2 holds symbol 3", BUILD(3, offsets, symbols, 3, NULL, NULL, &made_zdd));
    INVALID("row 0 holds symbol 0", BUILD(3, offsets, symbols, 0, NULL, NULL, &made_zdd));
    INVALID("18446744073709551615 symbols", BUILD(3, offsets, symbols, SIZE_MAX, NULL, NULL, &made_zdd));
    INVALID("offsets[2] is 7, below the one before, 1000000",
            BUILD(3, falling, symbols, 4, NULL, NULL, &made_zdd));
    INVALID("offsets[0] is 1", BUILD(3, late, symbols, 4, NULL, NULL, &made_zdd));
    INVALID("weights[2] is nan", BUILD(3, offsets, symbols, 4, nans, NULL, &made_zdd));
    INVALID("weights[2] is -inf", BUILD(3, offsets, symbols, 4, infinite, NULL, &made_zdd));
    INVALID("order[2] is 1", BUILD(3, offsets, symbols, 4, NULL, twice, &made_zdd));
#undef BUILD
#define BUILD(rows, words, number, out) nzdd_zdd_from_words(rows, words, number, NULL, NULL, NULL, out)
    const uint64_t words[] = {3, 1, 4, UINT64_MAX};
    INVALID("out is NULL", BUILD(2, words, 2, NULL));
    INVALID("words is NULL", BUILD(2, NULL, 2, &made_zdd));
    INVALID("num_symbols is 65; a word holds at most 64", BUILD(2, words, 65, &made_zdd));
    INVALID("num_symbols is 18446744073709551615", BUILD(0, NULL, SIZE_MAX, &made_zdd));
    INVALID("words[2] has bit 2; with 2 symbols", BUILD(3, words, 2, &made_zdd));
    INVALID("words[3] has bit 63; with 63 symbols", BUILD(4, words, 63, &made_zdd));
    INVALID("words[0] has bit 0; with 0 symbols", BUILD(1, words, 0, &made_zdd));
    CALL(BUILD(4, words, 64, &made_zdd));
    FREE(zdd);
#undef BUILD
    INVALID("nzdd is NULL", nzdd_zdd_from_nzdd(NULL, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_zdd_from_nzdd(nzdd, NULL, NULL));
}

static void families_by_a_rule(void) {
    const uint64_t large = 4000000000u;
    INVALID("out is NULL", nzdd_sets_of_size(4, 1, 2, NULL, NULL));
    INVALID("the least size is 3, above the greatest, 2", nzdd_sets_of_size(4, 3, 2, NULL, &made_zdd));
    REFUSED(NZDD_LIMIT, "at least 11999999991 nodes", nzdd_sets_of_size(large, 2, 3, NULL, &made_zdd));
    REFUSED(NZDD_LIMIT, "nodes", nzdd_sets_of_size(large, large / 2, large / 2, NULL, &made_zdd));
    INVALID("symbols; at most 2^32 - 2", nzdd_sets_of_size(SIZE_MAX, 0, 1, NULL, &made_zdd));
    CALL(nzdd_sets_of_size(large, 0, 0, NULL, &made_zdd)); /* the empty set alone */
    FREE(zdd);
    INVALID("zdd is NULL", nzdd_zdd_with_sum(NULL, offsets, 0, 1, 0, NULL, &made_zdd));
    INVALID("coefficients is NULL", nzdd_zdd_with_sum(zdd, NULL, 0, 1, 0, NULL, &made_zdd));
    const int64_t extreme[] = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};
    CALL(nzdd_zdd_with_sum(zdd, extreme, INT64_MIN, INT64_MAX, 0, NULL, &made_zdd));
    FREE(zdd);
    REFUSED(NZDD_LIMIT, "max_states = 1 ", nzdd_zdd_with_sum(zdd, offsets, 3, 5, 1, NULL, &made_zdd));

    INVALID("ends is NULL", nzdd_paths(4, 4, NULL, 0, 1, 0, NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_paths(4, 4, ends, 0, 1, 0, NULL, 0, NULL, NULL));
    INVALID("edge 2 has the vertex 9", nzdd_paths(4, 4, beyond, 0, 1, 0, NULL, 0, NULL, &made_zdd));
    INVALID("source is vertex 4", nzdd_paths(4, 4, ends, 4, 1, 0, NULL, 0, NULL, &made_zdd));
    INVALID("target is vertex 4294967295",
            nzdd_paths(4, 4, ends, 0, UINT32_MAX, 0, NULL, 0, NULL, &made_zdd));
    INVALID("order[2] is 1", nzdd_paths(4, 4, ends, 0, 1, 0, twice, 0, NULL, &made_zdd));
    INVALID("at most 2^32 - 2", nzdd_paths(SIZE_MAX, 4, ends, 0, 1, 0, NULL, 0, NULL, &made_zdd));
    INVALID("at most 2^32 - 2", nzdd_cycles(4, SIZE_MAX, ends, 0, NULL, 0, NULL, &made_zdd));
    INVALID("ends is NULL", nzdd_cycles(4, 4, NULL, 0, NULL, 0, NULL, &made_zdd));
    INVALID("edge 2 has the vertex 9", nzdd_cycles(4, 4, beyond, 1, NULL, 0, NULL, &made_zdd));
    INVALID("source is vertex 0", nzdd_minimal_cuts(0, 0, NULL, 0, 1, NULL, 0, NULL, &made_zdd));
    INVALID("target is vertex 7", nzdd_minimal_cuts(4, 4, ends, 0, 7, NULL, 0, NULL, &made_zdd));
    CALL(nzdd_cycles(0, 0, NULL, 0, NULL, 0, NULL, &made_zdd));
    FREE(zdd);

    INVALID("edge 2 has the vertex 9", nzdd_vertex_sets(4, 4, beyond, 1, 1, 0, 9, NULL, 0, NULL, &made_zdd));
    INVALID("the least number of components is 2, above the greatest, 1",
            nzdd_vertex_sets(4, 4, ends, 1, 1, 2, 1, NULL, 0, NULL, &made_zdd));
    INVALID("order[2] is 1", nzdd_vertex_sets(4, 4, ends, 1, 1, 0, 1, twice, 0, NULL, &made_zdd));
    CALL(nzdd_vertex_sets(0, 0, NULL, 0, 0, 0, 0, NULL, 0, NULL, &made_zdd));
    FREE(zdd);
}

static void families_by_conditions(void) {
    const uint32_t two[] = {2, 2, 2, 2}, one[] = {2, 1, 2, 2}, groups[] = {0, 4, UINT32_MAX, 0};
    const uint32_t heavy[] = {4, UINT32_MAX, 0, 0};
    const int64_t prices[] = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    const int8_t fixed[] = {0, 7, 1, -1}, negative[] = {0, 1, -128, -1}, three[] = {0, 1, -1};
    INVALID("out is NULL", nzdd_conditions_new(NULL));
    INVALID("conditions is NULL", nzdd_conditions_degrees(NULL, 4, two, two));
    INVALID("conditions is NULL", nzdd_conditions_num_edges(NULL, 1, 2));
    INVALID("conditions is NULL", nzdd_conditions_components(NULL, 1, 2, 0));
    INVALID("conditions is NULL", nzdd_conditions_acyclic(NULL));
    INVALID("conditions is NULL", nzdd_conditions_bipartite(NULL));
    INVALID("conditions is NULL", nzdd_conditions_induced(NULL));
    INVALID("conditions is NULL", nzdd_conditions_groups(NULL, 4, groups, 0));
    INVALID("conditions is NULL", nzdd_conditions_fixed(NULL, 4, fixed));
    INVALID("conditions is NULL", nzdd_graphs(4, 4, ends, NULL, NULL, 0, NULL, &made_zdd));
    INVALID("least is NULL", nzdd_conditions_degrees(conditions, 4, NULL, two));
    INVALID("most is NULL", nzdd_conditions_degrees(conditions, 4, two, NULL));
    INVALID("the least degree of vertex 1 is 2, above", nzdd_conditions_degrees(conditions, 4, two, one));
    INVALID("the least number of edges is 3", nzdd_conditions_num_edges(conditions, 3, 2));
    INVALID("the least number of components is 3", nzdd_conditions_components(conditions, 3, 2, 0));
    INVALID("group is NULL", nzdd_conditions_groups(conditions, 4, NULL, 0));
    INVALID("group[1] is 4", nzdd_conditions_groups(conditions, 4, groups, 0));
    INVALID("conditions is NULL", nzdd_conditions_out_degrees(NULL, 4, two, two));
    INVALID("conditions is NULL", nzdd_conditions_in_degrees(NULL, 4, two, two));
    INVALID("least is NULL", nzdd_conditions_out_degrees(conditions, 4, NULL, two));
    INVALID("most is NULL", nzdd_conditions_in_degrees(conditions, 4, two, NULL));
    INVALID("conditions is NULL", nzdd_conditions_degree_count(NULL, 1, 0, 4));
    INVALID("the least number of vertices of degree 1 is 3, above the greatest, 2",
            nzdd_conditions_degree_count(conditions, 1, 3, 2));
    INVALID("conditions is NULL", nzdd_conditions_within(NULL, zdd));
    INVALID("family is NULL", nzdd_conditions_within(conditions, NULL));
    INVALID("conditions is NULL", nzdd_conditions_partition(NULL));
    INVALID("conditions is NULL", nzdd_conditions_component_weights(NULL, 4, two, 0, 1, 0));
    INVALID("weights is NULL", nzdd_conditions_component_weights(conditions, 4, NULL, 0, 1, 0));
    INVALID("the least weight of a component is 5, above the greatest, 4",
            nzdd_conditions_component_weights(conditions, 4, two, 5, 4, 0));
    INVALID("weights add up to 4294967299; their sum must be below 2^32 - 1",
            nzdd_conditions_component_weights(conditions, 4, heavy, 0, 1, 0));
    INVALID("conditions is NULL", nzdd_conditions_sum(NULL, 4, prices, 0, 1));
    INVALID("coefficients is NULL", nzdd_conditions_sum(conditions, 4, NULL, 0, 1));
    INVALID("fixed is NULL", nzdd_conditions_fixed(conditions, 4, NULL));
    INVALID("fixed[1] is 7; -1, 0 and 1 are allowed", nzdd_conditions_fixed(conditions, 4, fixed));
    INVALID("fixed[2] is -128", nzdd_conditions_fixed(conditions, 4, negative));
    CALL(nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd)); /* nothing wrong was kept */
    uint64_t count;
    size_t limbs;
    CALL(nzdd_zdd_count(made_zdd, 1, &count, &limbs));
    CHECK(count == 16);
    FREE(zdd);
    CALL(nzdd_conditions_sum(conditions, 4, prices, -2, INT64_MAX)); /* no sum overflows */
    CALL(nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
    CALL(nzdd_zdd_count(made_zdd, 1, &count, &limbs));
    CHECK(count == 10);
    FREE(zdd);
    INVALID("edge 2 has the vertex 9", nzdd_graphs(4, 4, beyond, conditions, NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, NULL));
    CALL(nzdd_conditions_component_weights(conditions, 3, two, 0, 4, 1));
    INVALID("the conditions name 3 vertices", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
    CALL(nzdd_conditions_component_weights(conditions, 4, two, 0, 8, 1));
    CALL(nzdd_conditions_sum(conditions, 3, prices, 0, 1));
    INVALID("the conditions name 3 edges", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
    nzdd_conditions_free(conditions);
    CALL(nzdd_conditions_new(&conditions));
    CALL(nzdd_conditions_within(conditions, zdd));
    INVALID("the conditions name a family over 4 symbols, but the graph has 3 edges",
            nzdd_graphs(4, 3, ends, conditions, NULL, 0, NULL, &made_zdd));
    INVALID("order[2] is 1", nzdd_graphs(4, 4, ends, conditions, twice, 0, NULL, &made_zdd));
    CALL(nzdd_graphs(4, 4, ends, conditions, order, 0, NULL, &made_zdd)); /* which has three rows */
    CALL(nzdd_zdd_count(made_zdd, 1, &count, &limbs));
    CHECK(count == 3);
    FREE(zdd);
    nzdd_conditions_free(conditions);
    CALL(nzdd_conditions_new(&conditions));
    CALL(nzdd_conditions_out_degrees(conditions, 3, two, two));
    INVALID("the conditions name 3 vertices", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
    nzdd_conditions_free(conditions);
    CALL(nzdd_conditions_new(&conditions));
    CALL(nzdd_conditions_fixed(conditions, 3, three));
    INVALID("the conditions name 3 edges", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
    CALL(nzdd_conditions_degrees(conditions, 3, two, two));
    INVALID("the conditions name 3 vertices", nzdd_graphs(4, 4, ends, conditions, NULL, 0, NULL, &made_zdd));
}

static void operations_and_orders(void) {
    nzdd_zdd* fewer = NULL;
    CALL(nzdd_sets_of_size(3, 1, 1, NULL, &fewer));
    INVALID("f is NULL", nzdd_combine(NZDD_UNION, NULL, zdd, 0, NULL, &made_zdd));
    INVALID("g is NULL", nzdd_combine(NZDD_UNION, zdd, NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_combine(NZDD_UNION, zdd, zdd, 0, NULL, NULL));
    INVALID("f has 4 symbols, but g 3", nzdd_combine(NZDD_UNION, zdd, fewer, 0, NULL, &made_zdd));
    INVALID("operation is 12; take one of nzdd_operation",
            nzdd_combine((nzdd_operation)12, zdd, zdd, 0, NULL, &made_zdd));
    REFUSED(NZDD_LIMIT, "max_steps", nzdd_combine(NZDD_JOIN, zdd, zdd, 1, NULL, &made_zdd));
    INVALID("f is NULL", nzdd_minimal(NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_minimal(zdd, 0, NULL, NULL));
    INVALID("f is NULL", nzdd_maximal(NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_maximal(zdd, 0, NULL, NULL));
    INVALID("f is NULL", nzdd_complement(NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_complement(zdd, 0, NULL, NULL));
    INVALID("f is NULL", nzdd_zdd_equal(NULL, zdd, &answer));
    INVALID("g is NULL", nzdd_zdd_equal(zdd, NULL, &answer));
    INVALID("equal is NULL", nzdd_zdd_equal(zdd, zdd, NULL));
    INVALID("4 symbols, but g 3", nzdd_zdd_equal(zdd, fewer, &answer));
    INVALID("zdd is NULL", nzdd_zdd_reordered(NULL, order, 0, NULL, &made_zdd));
    INVALID("order[2] is 1", nzdd_zdd_reordered(zdd, twice, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_zdd_reordered(zdd, order, 0, NULL, NULL));
    INVALID("zdd is NULL", nzdd_zdd_sifted(NULL, 0, NULL, &made_zdd));
    INVALID("out is NULL", nzdd_zdd_sifted(zdd, 0, NULL, NULL));
    nzdd_zdd_free(fewer);
    nzdd_zdd* own = NULL; /* a result may replace the argument; whoever has it frees that */
    CALL(nzdd_zdd_reordered(zdd, order, 0, NULL, &own));
    nzdd_zdd* before = own;
    CALL(nzdd_minimal(own, 0, NULL, &own));
    nzdd_zdd_free(before);
    nzdd_zdd_free(own);
}

static void what_is_in_a_diagram(void) {
    nzdd_zdd_view zdd_view;
    nzdd_nzdd_view nzdd_view;
    nzdd_rows_view rows_view;
    nzdd_matrix_view matrix_view;
    nzdd_zdd_show(NULL, &zdd_view);
    nzdd_nzdd_show(NULL, &nzdd_view);
    nzdd_rows_show(NULL, &rows_view);
    nzdd_matrix_show(NULL, &matrix_view);
    CHECK(zdd_view.num_nodes == 0 && !zdd_view.level && nzdd_view.num_nodes == 0 && !nzdd_view.source);
    CHECK(rows_view.num_rows == 0 && !rows_view.offsets && matrix_view.num_rows == 0 && !matrix_view.lower);
    nzdd_zdd_show(zdd, NULL);
    nzdd_nzdd_show(nzdd, NULL);
    nzdd_rows_show(NULL, NULL);
    nzdd_matrix_show(NULL, NULL);
    CHECK(!nzdd_zdd_names(NULL) && !nzdd_nzdd_names(NULL) && nzdd_constraint_num_symbols(NULL) == 0);

    uint64_t limb = 77;
    size_t limbs;
    INVALID("zdd is NULL", nzdd_zdd_count(NULL, 1, &limb, &limbs));
    INVALID("nzdd is NULL", nzdd_nzdd_count(NULL, 1, &limb, &limbs));
    INVALID("num_limbs is NULL", nzdd_zdd_count(zdd, 1, &limb, NULL));
    INVALID("num_limbs is NULL", nzdd_nzdd_count(nzdd, 1, &limb, NULL));
    INVALID("limbs is NULL", nzdd_zdd_count(zdd, 1, NULL, &limbs));
    INVALID("limbs is NULL", nzdd_nzdd_count(nzdd, 1, NULL, &limbs));
    CALL(nzdd_zdd_count(zdd, 0, NULL, &limbs));
    CHECK(limbs == 1 && limb == 77);
    INVALID("zdd is NULL", nzdd_zdd_rows(NULL, 0, 1, NULL, &made_rows));
    INVALID("nzdd is NULL", nzdd_nzdd_rows(NULL, 0, 1, NULL, &made_rows));
    INVALID("out is NULL", nzdd_zdd_rows(zdd, 0, 1, NULL, NULL));
    INVALID("out is NULL", nzdd_nzdd_rows(nzdd, 0, 1, NULL, NULL));
    CALL(nzdd_zdd_rows(zdd, UINT64_MAX, UINT64_MAX, NULL, &made_rows));
    nzdd_rows_show(made_rows, &rows_view);
    CHECK(rows_view.num_rows == 0);
    FREE(rows);
    CALL(nzdd_nzdd_rows(nzdd, 2, UINT64_MAX, NULL, &made_rows));
    nzdd_rows_show(made_rows, &rows_view);
    CHECK(rows_view.num_rows == 1);
    FREE(rows);
    INVALID("zdd is NULL", nzdd_zdd_contains(NULL, 3, offsets, symbols, bytes));
    INVALID("offsets is NULL", nzdd_zdd_contains(zdd, 3, NULL, symbols, bytes));
    INVALID("symbols is NULL", nzdd_zdd_contains(zdd, 3, offsets, NULL, bytes));
    INVALID("found is NULL", nzdd_zdd_contains(zdd, 3, offsets, symbols, NULL));
    INVALID("offsets[2] is 7", nzdd_zdd_contains(zdd, 3, falling, symbols, bytes));
    INVALID("row 2 holds symbol 9", nzdd_zdd_contains(zdd, 3, offsets, beyond, bytes));
    CALL(nzdd_zdd_contains(zdd, 0, NULL, NULL, NULL));

    const uint8_t free_symbols[] = {0, 1, 2, 0};
    INVALID("zdd is NULL", nzdd_nzdd_from_zdd(NULL, NZDD_FEW_EDGES, NULL, NULL, &made_nzdd));
    INVALID("out is NULL", nzdd_nzdd_from_zdd(zdd, NZDD_FEW_EDGES, NULL, NULL, NULL));
    INVALID("minimize is 7", nzdd_nzdd_from_zdd(zdd, (nzdd_minimize)7, NULL, NULL, &made_nzdd));
    INVALID("free[2] is 2; 0 and 1 are allowed",
            nzdd_nzdd_from_zdd(zdd, NZDD_FEW_NONZEROS, free_symbols, NULL, &made_nzdd));
    INVALID("nzdd is NULL", nzdd_nzdd_potentials(NULL, numbers, 0, results));
    INVALID("lengths is NULL", nzdd_nzdd_potentials(nzdd, NULL, 0, results));
    INVALID("lengths[2] is not a number", nzdd_nzdd_potentials(nzdd, nans, 0, results));
    INVALID("potentials is NULL", nzdd_nzdd_potentials(nzdd, numbers, 1, NULL));
    CALL(nzdd_nzdd_potentials(nzdd, infinite, 0, results));
}

static void shortest_rows(void) {
    INVALID("zdd is NULL", nzdd_search_new(NULL, NULL, &made_search));
    INVALID("out is NULL", nzdd_search_new(zdd, NULL, NULL));
    INVALID("search is NULL", nzdd_search_least(NULL, numbers, results));
    INVALID("lengths is NULL", nzdd_search_least(search, NULL, results));
    INVALID("lengths[2] is not a number", nzdd_search_least(search, nans, results));
    INVALID("least is NULL", nzdd_search_least(search, numbers, NULL));
    INVALID("search is NULL", nzdd_search_least_beside(NULL, numbers, results, more));
    INVALID("lengths[2] is not a number", nzdd_search_least_beside(search, nans, results, more));
    INVALID("least is NULL", nzdd_search_least_beside(search, numbers, NULL, more));
    INVALID("beside is NULL", nzdd_search_least_beside(search, numbers, results, NULL));
    CALL(nzdd_search_least_beside(search, infinite, results, more));
    CHECK(results[0] == -INFINITY);
    memcpy(more, numbers, sizeof(numbers));
    CALL(nzdd_search_least_beside(search, more, results, more)); /* in place */
    CHECK(results[0] == 3 && more[0] == 2 && more[3] == 5);
#define SHORTEST(lengths, count, below, flags, out) \
    nzdd_search_shortest(search, lengths, count, below, flags, NULL, out)
    INVALID("search is NULL", nzdd_search_shortest(NULL, numbers, 1, 9, 0, NULL, &made_rows));
    INVALID("lengths is NULL", SHORTEST(NULL, 1, 9, 0, &made_rows));
    INVALID("lengths[2] is not a number", SHORTEST(nans, 1, 9, 0, &made_rows));
    INVALID("below is not a number", SHORTEST(numbers, 1, NAN, 0, &made_rows));
    INVALID("out is NULL", SHORTEST(numbers, 1, 9, 0, NULL));
    INVALID("flags are 2; allowed are 0 and NZDD_DIVERSE", SHORTEST(numbers, 1, 9, NZDD_RAY, &made_rows));
    INVALID("flags are -1", SHORTEST(numbers, 1, 9, -1, &made_rows));
    for (int flags = 0; flags <= NZDD_DIVERSE; ++flags) {
        for (unsigned most = 0; most < 2; ++most) {
            CALL(SHORTEST(numbers, most ? UINT64_MAX : 0, INFINITY, flags, &made_rows));
            nzdd_rows_view view;
            nzdd_rows_show(made_rows, &view);
            CHECK(most ? view.num_rows > 0 && view.lengths[0] == 3 : view.num_rows == 0);
            FREE(rows);
        }
        CALL(SHORTEST(infinite, 9, INFINITY, flags, &made_rows));
        FREE(rows);
    }
}

static void making_constraints(void) {
#define FOR_ALL(family, sense, side, num, offsets, columns, values, constants, nominal, out) \
    nzdd_constraint_for_all(family, sense, side, num, offsets, columns, values, constants, nominal, NULL, out)
    const int64_t one_each[] = {0, 1, 2, 3, 4}, none_after[] = {0, 1, 2, 1, 4};
    nzdd_constraint** out = &made_constraint;
    INVALID("family is NULL", FOR_ALL(NULL, NZDD_EQUAL, 1, 4, NULL, NULL, NULL, NULL, NULL, out));
    INVALID("out is NULL", FOR_ALL(zdd, NZDD_EQUAL, 1, 4, NULL, NULL, NULL, NULL, NULL, NULL));
    INVALID("sense is 3", FOR_ALL(zdd, (nzdd_sense)3, 1, 4, NULL, NULL, NULL, NULL, NULL, out));
    INVALID("side is nan", FOR_ALL(zdd, NZDD_EQUAL, NAN, 4, NULL, NULL, NULL, NULL, NULL, out));
    INVALID("both offsets and columns",
            FOR_ALL(zdd, NZDD_EQUAL, 1, 4, one_each, NULL, NULL, NULL, NULL, out));
    INVALID("both offsets and columns", FOR_ALL(zdd, NZDD_EQUAL, 1, 4, NULL, columns, NULL, NULL, NULL, out));
    INVALID("offsets[3] is 1, below",
            FOR_ALL(zdd, NZDD_EQUAL, 1, 4, none_after, columns, NULL, NULL, NULL, out));
    INVALID("symbol 3 has a term of column 3",
            FOR_ALL(zdd, NZDD_EQUAL, 1, 3, NULL, NULL, NULL, NULL, NULL, out));
    INVALID("columns; at most", FOR_ALL(zdd, NZDD_EQUAL, 1, SIZE_MAX, NULL, NULL, NULL, NULL, numbers, out));
    INVALID("symbol 2 has the coefficient nan",
            FOR_ALL(zdd, NZDD_EQUAL, 1, 4, NULL, NULL, nans, NULL, NULL, out));
    INVALID("constants[2] is -inf", FOR_ALL(zdd, NZDD_EQUAL, 1, 4, NULL, NULL, NULL, infinite, NULL, out));
    INVALID("nominal[2] is nan", FOR_ALL(zdd, NZDD_EQUAL, 1, 4, NULL, NULL, NULL, NULL, nans, out));

#define LISTED(rows, num, offsets, columns, values, sides, sense, out) \
    nzdd_constraint_from_matrix(rows, num, offsets, columns, values, sides, sense, 0, NULL, out)
    const int32_t same[] = {0, 0, 0, 0, 0, 0, 0};
    const int64_t back_to_none[] = {0, 5, 0};
    INVALID("out is NULL", LISTED(3, 4, offsets, columns, numbers, numbers, NZDD_EQUAL, NULL));
    INVALID("offsets is NULL", LISTED(3, 4, NULL, columns, numbers, numbers, NZDD_EQUAL, out));
    INVALID("columns is NULL", LISTED(3, 4, offsets, NULL, numbers, numbers, NZDD_EQUAL, out));
    INVALID("sides is NULL", LISTED(3, 4, offsets, columns, numbers, NULL, NZDD_EQUAL, out));
    INVALID("sides[2] is nan", LISTED(3, 4, offsets, columns, numbers, nans, NZDD_EQUAL, out));
    INVALID("sense is -1", LISTED(3, 4, offsets, columns, numbers, numbers, (nzdd_sense)-1, out));
    INVALID("offsets[2] is 7", LISTED(3, 4, falling, columns, numbers, numbers, NZDD_EQUAL, out));
    INVALID("offsets[2] is 0", LISTED(2, 4, back_to_none, columns, numbers, numbers, NZDD_EQUAL, out));
    INVALID("offsets[0] is 1", LISTED(3, 4, late, columns, numbers, numbers, NZDD_EQUAL, out));
    INVALID("row 2 has a term of column -1",
            LISTED(3, 4, offsets, outside, numbers, numbers, NZDD_EQUAL, out));
    INVALID("row 1 has the coefficient nan", LISTED(3, 4, offsets, columns, nans, numbers, NZDD_EQUAL, out));
    INVALID("column 0 in one row add up beyond", LISTED(1, 1, offsets, same, huge, numbers, NZDD_EQUAL, out));
    CALL(LISTED(0, 0, NULL, NULL, NULL, NULL, NZDD_EQUAL, out));
    double least = 0;
    CALL(nzdd_constraint_min_slack(made_constraint, NULL, &least));
    CHECK(least == INFINITY);
    FREE(constraint);
}

static void using_constraints(void) {
    nzdd_constraint* none = NULL;
    nzdd_matrix** out = &made_matrix;
    INVALID("constraint is NULL", nzdd_constraint_min_slack(none, numbers, results));
    INVALID("x is NULL", nzdd_constraint_min_slack(constraint, NULL, results));
    INVALID("x[2] is nan", nzdd_constraint_min_slack(constraint, nans, results));
    INVALID("slack is NULL", nzdd_constraint_min_slack(constraint, numbers, NULL));
    INVALID("constraint is NULL", nzdd_constraint_lengths(none, numbers, results));
    INVALID("x[2] is -inf", nzdd_constraint_lengths(constraint, infinite, results));
    INVALID("lengths is NULL", nzdd_constraint_lengths(constraint, numbers, NULL));
#define SEPARATE(of, x, tolerance, flags, out) nzdd_constraint_separate(of, x, 9, tolerance, flags, NULL, out)
    INVALID("constraint is NULL", SEPARATE(none, numbers, 1e-6, 0, out));
    INVALID("x is NULL", SEPARATE(constraint, NULL, 1e-6, 0, out));
    INVALID("x[2] is nan", SEPARATE(constraint, nans, 1e-6, 0, out));
    INVALID("tolerance is 0", SEPARATE(constraint, numbers, 0, 0, out));
    INVALID("tolerance is nan", SEPARATE(constraint, numbers, NAN, 0, out));
    INVALID("tolerance is -1", SEPARATE(constraint, numbers, -1, 0, out));
    INVALID("flags are 4; allowed are 0 and NZDD_DIVERSE, NZDD_RAY or both",
            SEPARATE(constraint, numbers, 1e-6, 4, out));
    INVALID("out is NULL", SEPARATE(constraint, numbers, 1e-6, 0, NULL));
    INVALID("constraint is NULL", nzdd_constraint_locks(none, bytes, bytes + 8));
    INVALID("down is NULL", nzdd_constraint_locks(constraint, NULL, bytes));
    INVALID("up is NULL", nzdd_constraint_locks(constraint, bytes, NULL));

    const uint8_t whole[] = {1, 1, 1, 1}, kinds[] = {0, 1, 2, 3};
    double low[4] = {0, 0, 0, 0}, high[4] = {1, 1, 1, 1}, bad[4] = {1, 1, -1, 1};
    double missing[4] = {0, NAN, 0, 0};
    INVALID("constraint is NULL", nzdd_constraint_tighten(none, whole, low, high, 1, out));
    INVALID("integrality is NULL", nzdd_constraint_tighten(constraint, NULL, low, high, 1, out));
    INVALID("integrality[2] is 2; 0 and 1", nzdd_constraint_tighten(constraint, kinds, low, high, 1, out));
    INVALID("lower is NULL", nzdd_constraint_tighten(constraint, whole, NULL, high, 1, out));
    INVALID("upper is NULL", nzdd_constraint_tighten(constraint, whole, low, NULL, 1, out));
    INVALID("lower[1] is not a number", nzdd_constraint_tighten(constraint, whole, missing, high, 1, out));
    INVALID("bound of column 2, 0, is above the upper one, -1",
            nzdd_constraint_tighten(constraint, whole, low, bad, 1, out));
    INVALID("max_rounds is -1", nzdd_constraint_tighten(constraint, whole, low, high, -1, out));
    INVALID("broken is NULL", nzdd_constraint_tighten(constraint, whole, low, high, 1, NULL));
    CHECK(memcmp(low, lower, sizeof(low)) == 0 && memcmp(high, upper, sizeof(high)) == 0);
    INVALID("constraint is NULL", nzdd_constraint_reason(none, lower, upper, 0, 0, out));
    INVALID("column is 4; there are 4 columns", nzdd_constraint_reason(constraint, lower, upper, 4, 0, out));
    INVALID("column is -1", nzdd_constraint_reason(constraint, lower, upper, -1, 0, out));
    INVALID("upper is NULL", nzdd_constraint_reason(constraint, lower, NULL, 0, 0, out));
    INVALID("bound of column 2", nzdd_constraint_reason(constraint, lower, below_lower, 0, 0, out));
    INVALID("out is NULL", nzdd_constraint_reason(constraint, lower, upper, 0, 0, NULL));
    INVALID("constraint is NULL", nzdd_constraint_holds(none, lower, upper, &answer));
    INVALID("lower is NULL", nzdd_constraint_holds(constraint, NULL, upper, &answer));
    INVALID("holds is NULL", nzdd_constraint_holds(constraint, lower, upper, NULL));

    made_nzdd = nzdd; /* which is not kept */
    CHECK(nzdd_constraint_extended(none, NZDD_FEW_EDGES, NULL, &made_nzdd, out) == NZDD_INVALID);
    INVALID("minimize is 2", nzdd_constraint_extended(constraint, (nzdd_minimize)2, NULL, &made_nzdd, out));
    INVALID("rows is NULL", nzdd_constraint_extended(constraint, NZDD_FEW_EDGES, NULL, &made_nzdd, NULL));
}

static void bounds_of_potentials(void) {
#define POTENTIALS(of, diagram, lower, least, most) \
    nzdd_constraint_potential_bounds(of, diagram, lower, ones, least, most)
    const double zeros[6] = {0}, ones[] = {1, 1, 1, 1, 1, 1}, unknown[] = {0, NAN, 0, 0, 0, 0};
    nzdd_zdd* triples = NULL;
    nzdd_constraint* of_triples = NULL;
    nzdd_nzdd* own = NULL;
    CALL(nzdd_sets_of_size(6, 3, 3, NULL, &triples));
    CALL(nzdd_constraint_for_all(triples, NZDD_AT_LEAST, 1, 6, NULL, NULL, NULL, NULL, NULL, NULL, &of_triples));
    CALL(nzdd_constraint_extended(of_triples, NZDD_FEW_EDGES, NULL, &own, &made_matrix));
    FREE(matrix);
    INVALID("constraint is NULL", POTENTIALS(NULL, own, zeros, results, more));
    INVALID("diagram is NULL", POTENTIALS(of_triples, NULL, zeros, results, more));
    INVALID("diagram has 4 symbols, but the constraint has 7; take the one of nzdd_constraint_extended",
            POTENTIALS(of_triples, nzdd, zeros, results, more));
    INVALID("lower is NULL", POTENTIALS(of_triples, own, NULL, results, more));
    INVALID("lower[1] is not a number", POTENTIALS(of_triples, own, unknown, results, more));
    INVALID("potential_lower is NULL", POTENTIALS(of_triples, own, zeros, NULL, more));
    INVALID("potential_upper is NULL", POTENTIALS(of_triples, own, zeros, results, NULL));
    CALL(POTENTIALS(of_triples, own, zeros, results, more));
    nzdd_nzdd_free(own);
    nzdd_constraint_free(of_triples);
    nzdd_zdd_free(triples);
}

/* Bounds without an end, and all fixed: whatever follows, it is told without a fault. */
static void extreme_bounds(void) {
    const uint8_t whole[] = {1, 0, 1, 0};
    const double ends_of[] = {-INFINITY, INFINITY, 1e308, -1e308, 0, 5e-324};
    for (unsigned i = 0; i < 36; ++i) {
        double low[4], high[4];
        for (unsigned j = 0; j < 4; ++j) low[j] = ends_of[(i + j) % 6], high[j] = ends_of[(i / 6 + j) % 6];
        for (unsigned j = 0; j < 4; ++j)
            if (low[j] > high[j]) low[j] = high[j];
        CALL(nzdd_constraint_holds(constraint, low, high, &answer));
        CALL(nzdd_constraint_reason(constraint, low, high, (int32_t)(i % 4), i % 2, &made_matrix));
        FREE(matrix);
        CALL(nzdd_constraint_tighten(constraint, whole, low, high, 100, &made_matrix));
        for (unsigned j = 0; j < 4; ++j) CHECK(low[j] <= high[j]);
        FREE(matrix);
        CALL(nzdd_constraint_tighten(constraint, whole, high, high, 100, &made_matrix)); /* the same array */
        FREE(matrix);
    }
}

static void archives(const char* folder) {
    char path[4200], nowhere[4200], text[4200];
    snprintf(path, sizeof(path), "%s/one.nzdd", folder);
    snprintf(nowhere, sizeof(nowhere), "%s/no/one.nzdd", folder);
    snprintf(text, sizeof(text), "%s: it is a directory", folder);
    INVALID("zdd is NULL", nzdd_zdd_save(NULL, path));
    INVALID("nzdd is NULL", nzdd_nzdd_save(NULL, path));
    INVALID("path is NULL", nzdd_zdd_save(zdd, NULL));
    INVALID("path is NULL", nzdd_nzdd_save(nzdd, NULL));
    INVALID("path is empty", nzdd_zdd_save(zdd, ""));
    INVALID("path is NULL", nzdd_zdd_load(NULL, &made_zdd));
    INVALID("path is NULL", nzdd_nzdd_load(NULL, &made_nzdd));
    INVALID("path is empty", nzdd_zdd_load("", &made_zdd));
    REFUSED(NZDD_NO_FILE, text, nzdd_zdd_load(folder, &made_zdd));
    REFUSED(NZDD_NO_FILE, text, nzdd_nzdd_load(folder, &made_nzdd));
    REFUSED(NZDD_NO_FILE, text, nzdd_zdd_save(zdd, folder));
    REFUSED(NZDD_NO_FILE, text, nzdd_nzdd_save(nzdd, folder));
    REFUSED(NZDD_NO_FILE, nowhere, nzdd_zdd_save(zdd, nowhere));
    REFUSED(NZDD_NO_FILE, nowhere, nzdd_nzdd_load(nowhere, &made_nzdd));
    memset(nowhere, 'a', 4100);
    nowhere[4100] = 0;
    REFUSED(NZDD_NO_FILE, "too long", nzdd_zdd_load(nowhere, &made_zdd)); /* and the whole path before */
    CALL(nzdd_zdd_save(zdd, path));
    INVALID("out is NULL", nzdd_zdd_load(path, NULL));
    REFUSED(NZDD_BAD_FILE, "it holds 'zdd', not 'nzdd'", nzdd_nzdd_load(path, &made_nzdd));
    INVALID("bytes is NULL", nzdd_zdd_read(NULL, 1, &made_zdd));
    INVALID("bytes is NULL", nzdd_nzdd_read(NULL, 1, &made_nzdd));
    REFUSED(NZDD_BAD_FILE, "not a zip file", nzdd_zdd_read(NULL, 0, &made_zdd));
    REFUSED(NZDD_BAD_FILE, "not a zip file", nzdd_nzdd_read(numbers, sizeof(numbers), &made_nzdd));
    INVALID("out is NULL", nzdd_nzdd_read(numbers, sizeof(numbers), NULL));
}

static void nothing_is_freed(void) {
    nzdd_zdd_free(NULL);
    nzdd_nzdd_free(NULL);
    nzdd_search_free(NULL);
    nzdd_constraint_free(NULL);
    nzdd_rows_free(NULL);
    nzdd_matrix_free(NULL);
    nzdd_conditions_free(NULL);
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    CHECK(strcmp(nzdd_error(), "") == 0 && nzdd_version() == NZDD_VERSION);
    CALL(nzdd_zdd_from_rows(3, offsets, symbols, 4, NULL, order, NULL, &zdd));
    CALL(nzdd_nzdd_from_zdd(zdd, NZDD_FEW_EDGES, NULL, NULL, &nzdd));
    CALL(nzdd_search_new(zdd, NULL, &search));
    CALL(nzdd_constraint_for_all(zdd, NZDD_AT_LEAST, 1, 4, NULL, NULL, NULL, NULL, NULL, NULL, &constraint));
    CALL(nzdd_conditions_new(&conditions));
    families_from_rows();
    families_by_a_rule();
    families_by_conditions();
    operations_and_orders();
    what_is_in_a_diagram();
    shortest_rows();
    making_constraints();
    using_constraints();
    bounds_of_potentials();
    extreme_bounds();
    archives(argv[1]);
    nothing_is_freed();
    CALL(nzdd_zdd_count(zdd, 0, NULL, &(size_t){0}));
    CHECK(strcmp(nzdd_error(), "out is NULL") == 0); /* the last message stays */
    nzdd_conditions_free(conditions);
    nzdd_constraint_free(constraint);
    nzdd_search_free(search);
    nzdd_nzdd_free(nzdd);
    nzdd_zdd_free(zdd);
    printf("wrong arguments of all functions\n");
    return 0;
}
