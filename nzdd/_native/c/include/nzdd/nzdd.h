/* The C interface of nzdd: families of sets as decision diagrams, and optimisation over them.
 *
 * Every function that can fail returns a status; nzdd_error() then says in one line what was wrong, for the
 * calling thread. Handles are opaque and, but for nzdd_conditions, never change once made, so any number of
 * threads may use one at a time. Whoever gets a handle frees it, by its own function; NULL is allowed there.
 * A handle keeps nothing of the arrays it was made from. Arrays that a view shows belong to the handle, and
 * live as long as it does; a view of NULL is all zeros. What is freed, or arrays shorter than said, are not
 * noticed. Functions that make a handle set it to NULL first; an old one in that place is not freed.
 *
 * A row is a set of symbols 0, 1, 2, ...; rows come and go in compressed form: row i holds
 * symbols[offsets[i]] .. symbols[offsets[i + 1] - 1], and offsets[0] is 0. */
#ifndef NZDD_H
#define NZDD_H

#include <stddef.h>
#include <stdint.h>

#define NZDD_VERSION_MAJOR 0
#define NZDD_VERSION_MINOR 1
#define NZDD_VERSION_PATCH 0
#define NZDD_VERSION (NZDD_VERSION_MAJOR * 10000 + NZDD_VERSION_MINOR * 100 + NZDD_VERSION_PATCH)

#if defined(NZDD_STATIC)
#define NZDD_API
#elif defined(_WIN32)
#ifdef NZDD_BUILDS_LIBRARY
#define NZDD_API __declspec(dllexport)
#else
#define NZDD_API __declspec(dllimport)
#endif
#else
#define NZDD_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nzdd_status {
    NZDD_OK = 0,
    NZDD_INVALID = 1,   /* an argument; nothing was made */
    NZDD_NO_MEMORY = 2, /* the memory does not suffice */
    NZDD_LIMIT = 3,     /* more steps or states than allowed, or more nodes than a diagram can have */
    NZDD_STOPPED = 4,   /* a watch asked for it */
    NZDD_BAD_FILE = 5,  /* not an archive of this kind, or a damaged one */
    NZDD_NO_FILE = 6,   /* a file cannot be read or written */
    NZDD_INTERNAL = 7   /* a fault of the library: please report it */
} nzdd_status;

/* The message of the last call of this thread that failed; empty before the first one. */
NZDD_API const char* nzdd_error(void);

/* The version of the library that is linked, as NZDD_VERSION. */
NZDD_API int nzdd_version(void);

/* Long calls report to a watch, if they get one, at most every 50 ms: the stage and the share of it that is
 * done. They stop where `beat` returns other than 0. It is called from the thread of the call, and must not
 * throw or jump. */
typedef struct nzdd_watch {
    int (*beat)(void* data, const char* stage, double share);
    void* data;
} nzdd_watch;

typedef struct nzdd_zdd nzdd_zdd;               /* a family of rows, for families of any size */
typedef struct nzdd_nzdd nzdd_nzdd;             /* the same with labelled edges: each path is one row */
typedef struct nzdd_search nzdd_search;         /* a family prepared for repeated searches */
typedef struct nzdd_constraint nzdd_constraint; /* a linear constraint for each row of a family */
typedef struct nzdd_rows nzdd_rows;             /* a list of rows */
typedef struct nzdd_matrix nzdd_matrix;         /* linear constraints, listed */
typedef struct nzdd_conditions nzdd_conditions; /* what sets of edges of a graph keep */

NZDD_API void nzdd_zdd_free(nzdd_zdd* zdd);
NZDD_API void nzdd_nzdd_free(nzdd_nzdd* nzdd);
NZDD_API void nzdd_search_free(nzdd_search* search);
NZDD_API void nzdd_constraint_free(nzdd_constraint* constraint);
NZDD_API void nzdd_rows_free(nzdd_rows* rows);
NZDD_API void nzdd_matrix_free(nzdd_matrix* matrix);
NZDD_API void nzdd_conditions_free(nzdd_conditions* conditions);

/* ---- Families from rows ---- */

/* `weights` (one finite number a row) may be NULL: each row counts one. `order` lists every symbol once, the
 * one nearest to the root first; NULL is 0, 1, 2, ... Equal rows merge, and symbols repeated in a row count
 * once. Time O(nonzeros log rows). */
NZDD_API nzdd_status nzdd_zdd_from_rows(size_t num_rows, const int64_t* offsets, const uint32_t* symbols,
                                        size_t num_symbols, const double* weights, const uint32_t* order,
                                        const nzdd_watch* watch, nzdd_zdd** out);

/* Rows over at most 64 symbols as words: symbol j is bit num_symbols - 1 - j; higher bits are 0. */
NZDD_API nzdd_status nzdd_zdd_from_words(size_t num_rows, const uint64_t* words, size_t num_symbols,
                                         const double* weights, const uint32_t* order,
                                         const nzdd_watch* watch, nzdd_zdd** out);

/* The rows of an NZDD, in the order that it was made in. */
NZDD_API nzdd_status nzdd_zdd_from_nzdd(const nzdd_nzdd* nzdd, const nzdd_watch* watch, nzdd_zdd** out);

/* ---- Families by a rule ---- */

/* All sets of `least` to `most` symbols; refused at once where the nodes cannot fit. */
NZDD_API nzdd_status nzdd_sets_of_size(size_t num_symbols, uint32_t least, uint32_t most,
                                       const nzdd_watch* watch, nzdd_zdd** out);

/* The rows whose coefficients, one a symbol, add up to at least `low` and at most `high`; exact. With
 * nzdd_sets_of_size(n, 0, n) these are all points of a knapsack constraint. `max_states` limits the nodes
 * before reduction; 0 is no limit. */
NZDD_API nzdd_status nzdd_zdd_with_sum(const nzdd_zdd* zdd, const int64_t* coefficients, int64_t low,
                                       int64_t high, uint64_t max_states, const nzdd_watch* watch,
                                       nzdd_zdd** out);

/* Graphs: `ends` holds the two vertices of each edge, 2 * num_edges numbers; symbol i is edge i. `order`
 * lists the edges as for nzdd_zdd_from_rows; NULL finds a good one. `max_states`: as above. */

/* The simple paths from one vertex to another, along the edges' directions if `directed` is not 0. */
NZDD_API nzdd_status nzdd_paths(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint32_t source,
                                uint32_t target, int directed, const uint32_t* order, uint64_t max_states,
                                const nzdd_watch* watch, nzdd_zdd** out);
NZDD_API nzdd_status nzdd_cycles(size_t num_vertices, size_t num_edges, const uint32_t* ends, int directed,
                                 const uint32_t* order, uint64_t max_states, const nzdd_watch* watch,
                                 nzdd_zdd** out);
/* The minimal sets of edges that separate two vertices. */
NZDD_API nzdd_status nzdd_minimal_cuts(size_t num_vertices, size_t num_edges, const uint32_t* ends,
                                       uint32_t source, uint32_t target, const uint32_t* order,
                                       uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out);

/* All sets of edges that keep some conditions at once, as nzdd.families.graphs: start with none, add some. */
NZDD_API nzdd_status nzdd_conditions_new(nzdd_conditions** out);
/* Each vertex has least[v] to most[v] edges of the set; loops count twice. */
NZDD_API nzdd_status nzdd_conditions_degrees(nzdd_conditions* conditions, size_t num_vertices,
                                             const uint32_t* least, const uint32_t* most);
/* The same of the edges that lead from a vertex, the first of their two, or to it. */
NZDD_API nzdd_status nzdd_conditions_out_degrees(nzdd_conditions* conditions, size_t num_vertices,
                                                 const uint32_t* least, const uint32_t* most);
NZDD_API nzdd_status nzdd_conditions_in_degrees(nzdd_conditions* conditions, size_t num_vertices,
                                                const uint32_t* least, const uint32_t* most);
/* Of all vertices `least` to `most` have this degree; one range for each degree. */
NZDD_API nzdd_status nzdd_conditions_degree_count(nzdd_conditions* conditions, uint32_t degree,
                                                  uint32_t least, uint32_t most);
NZDD_API nzdd_status nzdd_conditions_num_edges(nzdd_conditions* conditions, uint32_t least, uint32_t most);
/* How many components: of the vertices with an edge, or of all if `spanning` is not 0. */
NZDD_API nzdd_status nzdd_conditions_components(nzdd_conditions* conditions, uint32_t least, uint32_t most,
                                                int spanning);
NZDD_API nzdd_status nzdd_conditions_acyclic(nzdd_conditions* conditions);
NZDD_API nzdd_status nzdd_conditions_bipartite(nzdd_conditions* conditions);
/* All edges between vertices that have an edge are taken. */
NZDD_API nzdd_status nzdd_conditions_induced(nzdd_conditions* conditions);
/* The vertices of a group lie in one component, those of different groups in different ones; group[v] is
 * UINT32_MAX for a vertex in none. If `only` is not 0, each component has a group. */
NZDD_API nzdd_status nzdd_conditions_groups(nzdd_conditions* conditions, size_t num_vertices,
                                            const uint32_t* group, int only);
/* The components are parts of all vertices, vertices without an edge among them: each set has all edges
 * inside its parts. */
NZDD_API nzdd_status nzdd_conditions_partition(nzdd_conditions* conditions);
/* The weights of the vertices of each component add up to `low` to `high`; all weights together are below
 * 2^32 - 1. `spanning`: as above; the last one given counts. */
NZDD_API nzdd_status nzdd_conditions_component_weights(nzdd_conditions* conditions, size_t num_vertices,
                                                       const uint32_t* weights, uint32_t low, uint32_t high,
                                                       int spanning);
/* The coefficients of the edges of a set add up to at least `low` and at most `high`; each call adds a sum. */
NZDD_API nzdd_status nzdd_conditions_sum(nzdd_conditions* conditions, size_t num_edges,
                                         const int64_t* coefficients, int64_t low, int64_t high);
/* Edges that every set has (1), that none has (-1), or that are free (0). */
NZDD_API nzdd_status nzdd_conditions_fixed(nzdd_conditions* conditions, size_t num_edges,
                                           const int8_t* fixed);
/* The sets are rows of a family over the edges; the search takes its order, unless another one is given. */
NZDD_API nzdd_status nzdd_conditions_within(nzdd_conditions* conditions, const nzdd_zdd* family);
NZDD_API nzdd_status nzdd_graphs(size_t num_vertices, size_t num_edges, const uint32_t* ends,
                                 const nzdd_conditions* conditions, const uint32_t* order,
                                 uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out);

/* All sets of vertices where each one has an allowed number of neighbours in the set: bit k of `sigma` allows
 * k to the vertices of the set, bit k of `rho` to the others, and bit 63 stands for all numbers from 63 on.
 * Symbol v is vertex v. Independent sets: sigma 1, rho ~0; maximal ones: 1, ~1; dominating sets: ~0, ~1;
 * perfect codes: 1, 2. `least` to `most` components; 0 and UINT32_MAX for any number. */
NZDD_API nzdd_status nzdd_vertex_sets(size_t num_vertices, size_t num_edges, const uint32_t* ends,
                                      uint64_t sigma, uint64_t rho, uint32_t least, uint32_t most,
                                      const uint32_t* order, uint64_t max_states, const nzdd_watch* watch,
                                      nzdd_zdd** out);

/* ---- Operations on families: the weights of rows are dropped ---- */

typedef enum nzdd_operation {
    NZDD_UNION = 0,
    NZDD_INTERSECTION = 1,
    NZDD_DIFFERENCE = 2,
    NZDD_SYMMETRIC_DIFFERENCE = 3,
    NZDD_JOIN = 4,      /* all unions of a row of f and a row of g */
    NZDD_MEET = 5,      /* all intersections of these */
    NZDD_QUOTIENT = 6,  /* the sets that with each row of g, sharing no symbol, are in f; g is not empty */
    NZDD_REMAINDER = 7, /* f without the join of the quotient and g */
    NZDD_SUPERSETS = 8, /* the rows of f that contain a row of g */
    NZDD_SUBSETS = 9,   /* those that a row of g contains */
    NZDD_NONSUPERSETS = 10,
    NZDD_NONSUBSETS = 11
} nzdd_operation;

/* Both over as many symbols; the result has the order of f, and g is converted where its order is another.
 * `max_steps`: 0 is no limit. */
NZDD_API nzdd_status nzdd_combine(nzdd_operation operation, const nzdd_zdd* f, const nzdd_zdd* g,
                                  uint64_t max_steps, const nzdd_watch* watch, nzdd_zdd** out);
/* The rows that contain no other one, or that no other one contains. */
NZDD_API nzdd_status nzdd_minimal(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch,
                                  nzdd_zdd** out);
NZDD_API nzdd_status nzdd_maximal(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch,
                                  nzdd_zdd** out);
/* All sets of symbols that are no row. */
NZDD_API nzdd_status nzdd_complement(const nzdd_zdd* f, uint64_t max_steps, const nzdd_watch* watch,
                                     nzdd_zdd** out);
NZDD_API nzdd_status nzdd_zdd_equal(const nzdd_zdd* f, const nzdd_zdd* g, int* equal);

/* ---- Orders of the symbols ---- */

/* The same rows in another order, as for nzdd_zdd_from_rows. */
NZDD_API nzdd_status nzdd_zdd_reordered(const nzdd_zdd* zdd, const uint32_t* order, uint64_t max_steps,
                                        const nzdd_watch* watch, nzdd_zdd** out);
/* The same rows in an order with fewer nodes, found by sifting; ten million steps take up to a second. 0 is
 * no limit. */
NZDD_API nzdd_status nzdd_zdd_sifted(const nzdd_zdd* zdd, uint64_t max_steps, const nzdd_watch* watch,
                                     nzdd_zdd** out);

/* ---- What is in a diagram ---- */

typedef struct nzdd_zdd_view {
    size_t num_nodes, num_symbols;
    uint32_t root;
    /* Nodes 0 and 1 are the terminals (no row, and the empty row); others follow their children. The symbol
     * of node v is level[v], or order[level[v]] where order is not NULL. */
    const uint32_t *level, *low, *high, *order;
    /* The total weight of the rows through each branch; NULL where each row counts one. */
    const double *low_weight, *high_weight;
} nzdd_zdd_view;

typedef struct nzdd_nzdd_view {
    size_t num_nodes, num_edges, num_symbols;
    /* Node 0 is the root, node num_nodes - 1 the leaf; edges are sorted by source. Edge e carries
     * labels[label_offsets[e]] .. labels[label_offsets[e + 1] - 1]; `multiplicity` is the total weight of the
     * rows that use it. */
    const uint32_t *source, *target, *labels;
    const int64_t* label_offsets;
    const double* multiplicity;
} nzdd_nzdd_view;

typedef struct nzdd_rows_view {
    size_t num_rows;
    const int64_t* offsets;
    const uint32_t* symbols; /* those of a row rise */
    const double* lengths;   /* one a row, of a search; else NULL */
} nzdd_rows_view;

NZDD_API void nzdd_zdd_show(const nzdd_zdd* zdd, nzdd_zdd_view* view);
NZDD_API void nzdd_nzdd_show(const nzdd_nzdd* nzdd, nzdd_nzdd_view* view);
NZDD_API void nzdd_rows_show(const nzdd_rows* rows, nzdd_rows_view* view);

/* The exact number of rows in 64-bit limbs, least significant first. `num_limbs` gets how many it has (0 for
 * no row); only the first `room` of them are written. */
NZDD_API nzdd_status nzdd_zdd_count(const nzdd_zdd* zdd, size_t room, uint64_t* limbs, size_t* num_limbs);
NZDD_API nzdd_status nzdd_nzdd_count(const nzdd_nzdd* nzdd, size_t room, uint64_t* limbs, size_t* num_limbs);

/* At most `count` rows, from the one of number `first` on, in an order of their own. */
NZDD_API nzdd_status nzdd_zdd_rows(const nzdd_zdd* zdd, uint64_t first, uint64_t count,
                                   const nzdd_watch* watch, nzdd_rows** out);
NZDD_API nzdd_status nzdd_nzdd_rows(const nzdd_nzdd* nzdd, uint64_t first, uint64_t count,
                                    const nzdd_watch* watch, nzdd_rows** out);

/* Whether each of some rows is in the family: 1 or 0 in found[i]. */
NZDD_API nzdd_status nzdd_zdd_contains(const nzdd_zdd* zdd, size_t num_rows, const int64_t* offsets,
                                       const uint32_t* symbols, uint8_t* found);

/* ---- NZDDs ---- */

typedef enum nzdd_minimize {
    NZDD_FEW_EDGES = 0,
    NZDD_FEW_NONZEROS = 1 /* of the extended formulation */
} nzdd_minimize;

/* `free`: 1 for symbols that cost no nonzero, such as right-hand sides, else 0; may be NULL. */
NZDD_API nzdd_status nzdd_nzdd_from_zdd(const nzdd_zdd* zdd, nzdd_minimize minimize, const uint8_t* free,
                                        const nzdd_watch* watch, nzdd_nzdd** out);

/* The length of a shortest path from the root to each node, or from each node to the leaf if `to_leaf` is not
 * 0: num_nodes numbers, infinite where no path leads. Lengths are those of the symbols, and no NaN. */
NZDD_API nzdd_status nzdd_nzdd_potentials(const nzdd_nzdd* nzdd, const double* lengths, int to_leaf,
                                          double* potentials);

/* ---- Shortest rows ---- */

NZDD_API nzdd_status nzdd_search_new(const nzdd_zdd* zdd, const nzdd_watch* watch, nzdd_search** out);

/* The length of a shortest row, infinite without one. `lengths`: one number a symbol, no NaN; an infinite one
 * forbids the symbol. Time O(nodes). */
NZDD_API nzdd_status nzdd_search_least(const nzdd_search* search, const double* lengths, double* least);

/* The same, and for each symbol the least length that the others have in a row with it: num_symbols numbers.
 */
NZDD_API nzdd_status nzdd_search_least_beside(const nzdd_search* search, const double* lengths, double* least,
                                              double* beside);

/* Flags: 0 or some of these; others are refused. */
#define NZDD_DIVERSE 1 /* rows that differ, rather than the shortest ones */
#define NZDD_RAY 2     /* of nzdd_constraint_separate: x is a direction, and all sides count as 0 */

/* At most `count` rows shorter than `below` (which may be infinite), the shortest first. */
NZDD_API nzdd_status nzdd_search_shortest(const nzdd_search* search, const double* lengths, uint64_t count,
                                          double below, int flags, const nzdd_watch* watch, nzdd_rows** out);

/* ---- A linear constraint for each row of a family ---- */

typedef enum nzdd_sense { NZDD_AT_LEAST = 0, NZDD_AT_MOST = 1, NZDD_EQUAL = 2 } nzdd_sense;

/* For each row S: nominal @ x + the sum over the symbols j of S of (their terms @ x + constants[j]), on one
 * side of `side`. The terms of symbol j are coefficients[k] * x[columns[k]] for k from offsets[j] on, before
 * offsets[j + 1]; if `offsets` and `columns` are NULL, symbol j is column j. `coefficients` NULL are ones;
 * `constants` and `nominal` NULL are zeros. All numbers are finite. */
NZDD_API nzdd_status nzdd_constraint_for_all(const nzdd_zdd* family, nzdd_sense sense, double side,
                                             size_t num_columns, const int64_t* offsets,
                                             const int32_t* columns, const double* coefficients,
                                             const double* constants, const double* nominal,
                                             const nzdd_watch* watch, nzdd_constraint** out);

/* The rows of a matrix of one sense, in compressed form, with a side each. Terms of one column in a row are
 * added up. `sift_steps`: as for nzdd_zdd_sifted; 0 keeps the natural order of the symbols. */
NZDD_API nzdd_status nzdd_constraint_from_matrix(size_t num_rows, size_t num_columns, const int64_t* offsets,
                                                 const int32_t* columns, const double* coefficients,
                                                 const double* sides, nzdd_sense sense, uint64_t sift_steps,
                                                 const nzdd_watch* watch, nzdd_constraint** out);

typedef struct nzdd_matrix_view {
    size_t num_rows, num_columns;
    const int64_t* offsets;
    const int32_t* columns; /* those of a row rise */
    const double* values;
    const double *lower, *upper; /* lower <= values @ x <= upper; infinite where there is no such side */
    const double* slack;         /* of violated rows, below 0; else NULL */
    const uint64_t* key;         /* equal for equal rows of a constraint; NULL for rows of edges */
} nzdd_matrix_view;

NZDD_API void nzdd_matrix_show(const nzdd_matrix* matrix, nzdd_matrix_view* view);

/* The least slack of all rows at x: below 0 where a row is violated, infinite without rows. */
NZDD_API nzdd_status nzdd_constraint_min_slack(const nzdd_constraint* constraint, const double* x,
                                               double* slack);

/* At most `max_rows` rows that x, finite, violates by more than `tolerance`, the most violated first. */
NZDD_API nzdd_status nzdd_constraint_separate(const nzdd_constraint* constraint, const double* x,
                                              uint64_t max_rows, double tolerance, int flags,
                                              const nzdd_watch* watch, nzdd_matrix** out);

/* Which columns may violate a row by going down, and which by going up: 1 or 0, num_columns each. */
NZDD_API nzdd_status nzdd_constraint_locks(const nzdd_constraint* constraint, uint8_t* down, uint8_t* up);

/* Tightens bounds in place by all rows, each as if it were listed, until none tightens one further by much,
 * or `max_rounds` looks at the rows. `integrality`: 1 for columns of integers, else 0. Every point that was
 * within the bounds and satisfies the rows stays, rounding errors included. `broken` gets a list of one
 * row that no point within the bounds satisfies, or of none. */
NZDD_API nzdd_status nzdd_constraint_tighten(const nzdd_constraint* constraint, const uint8_t* integrality,
                                             double* lower, double* upper, int max_rounds,
                                             nzdd_matrix** broken);

/* The row that implies the tightest bound of a column, the lower one or, if `upper_bound` is not 0, the upper
 * one, where the other columns are within the bounds: one row, or none where nothing follows, or where the
 * column is in several symbols of the row and its own bounds play a part. What conflict analysis asks for. */
NZDD_API nzdd_status nzdd_constraint_reason(const nzdd_constraint* constraint, const double* lower,
                                            const double* upper, int32_t column, int upper_bound,
                                            nzdd_matrix** out);

/* Whether every point within the bounds satisfies all rows: 1 or 0. */
NZDD_API nzdd_status nzdd_constraint_holds(const nzdd_constraint* constraint, const double* lower,
                                           const double* upper, int* holds);

/* The extended formulation: one row for each edge of an NZDD, over the columns and, behind them, one free
 * column for each inner node; x satisfies all rows of the family exactly if some values of these satisfy the
 * rows of the edges. `diagram` may be NULL. Values that do: nzdd_nzdd_potentials of the lengths of x, without
 * the first and the last one. */
NZDD_API nzdd_status nzdd_constraint_extended(const nzdd_constraint* constraint, nzdd_minimize minimize,
                                              const nzdd_watch* watch, nzdd_nzdd** diagram,
                                              nzdd_matrix** rows);

/* What the bounds of the columns imply for those of the inner nodes of its diagram: num_nodes - 2 numbers
 * each, infinite where nothing follows. They cut off no feasible point, rounding errors included. */
NZDD_API nzdd_status nzdd_constraint_potential_bounds(const nzdd_constraint* constraint,
                                                      const nzdd_nzdd* diagram, const double* lower,
                                                      const double* upper, double* potential_lower,
                                                      double* potential_upper);

/* How many symbols the constraint has (one more than its family where all rows share a term), and the length
 * of each at x: those of a row add up to its slack, of an at-most row to that of its negation. */
NZDD_API size_t nzdd_constraint_num_symbols(const nzdd_constraint* constraint);
NZDD_API nzdd_status nzdd_constraint_lengths(const nzdd_constraint* constraint, const double* x,
                                             double* lengths);

/* ---- Archives: files that Python's `save` and `load` share ---- */

NZDD_API nzdd_status nzdd_zdd_save(const nzdd_zdd* zdd, const char* path);
NZDD_API nzdd_status nzdd_nzdd_save(const nzdd_nzdd* nzdd, const char* path);
NZDD_API nzdd_status nzdd_zdd_load(const char* path, nzdd_zdd** out);
NZDD_API nzdd_status nzdd_nzdd_load(const char* path, nzdd_nzdd** out);
/* From the bytes of a file. */
NZDD_API nzdd_status nzdd_zdd_read(const void* bytes, size_t size, nzdd_zdd** out);
NZDD_API nzdd_status nzdd_nzdd_read(const void* bytes, size_t size, nzdd_nzdd** out);
/* The names of the symbols, a JSON list, as an archive had them; NULL without names. */
NZDD_API const char* nzdd_zdd_names(const nzdd_zdd* zdd);
NZDD_API const char* nzdd_nzdd_names(const nzdd_nzdd* nzdd);

#ifdef __cplusplus
}
#endif

#endif
