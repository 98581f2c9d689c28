/* Constraints over random families, and matrices of rows, against lists of all rows and of all points of a
 * small box: random_constraints CASES SEED */
#include "brute_force.h"

#define MOST_COLUMNS 3

typedef struct linear_row {
    double values[MOST_COLUMNS], side; /* values @ x, on one side of side */
} linear_row;

typedef struct problem {
    unsigned num_columns, num_rows;
    int several_terms; /* whether a column may be in several symbols of a row */
    nzdd_sense sense;
    linear_row rows[MOST_SETS];
    nzdd_constraint* constraint;
} problem;

static double activity(const linear_row* row, unsigned num_columns, const double* x) {
    double sum = 0;
    for (unsigned j = 0; j < num_columns; ++j) sum += row->values[j] * x[j];
    return sum;
}

static double slack_of(const problem* p, unsigned row, const double* x) {
    const double over = activity(&p->rows[row], p->num_columns, x) - p->rows[row].side;
    return p->sense == NZDD_AT_LEAST ? over : p->sense == NZDD_AT_MOST ? -over : -fabs(over);
}

static problem random_family_problem(void) {
    const family f = random_family(1 + below(MOST_SYMBOLS));
    problem p;
    memset(&p, 0, sizeof(p));
    p.num_columns = 1 + below(MOST_COLUMNS);
    p.sense = (nzdd_sense)below(3);
    p.several_terms = 1;
    int64_t offsets[MOST_SYMBOLS + 1] = {0};
    int32_t columns[2 * MOST_SYMBOLS + 1];
    double coefficients[2 * MOST_SYMBOLS + 1], constants[MOST_SYMBOLS], nominal[MOST_COLUMNS];
    const double side = between(-2, 2);
    for (unsigned s = 0; s < f.num_symbols; ++s) {
        offsets[s + 1] = offsets[s];
        for (unsigned k = below(3); k-- > 0; ++offsets[s + 1]) {
            columns[offsets[s + 1]] = (int32_t)below(p.num_columns);
            coefficients[offsets[s + 1]] = between(-3, 3);
        }
        constants[s] = between(-2, 2);
    }
    const int with_nominal = (int)below(2), with_constants = (int)below(2);
    for (unsigned j = 0; j < p.num_columns; ++j) nominal[j] = between(-2, 2);
    for (unsigned mask = 0; mask < 1u << f.num_symbols; ++mask) {
        if (!f.in[mask]) continue;
        linear_row* row = &p.rows[p.num_rows++];
        row->side = side;
        for (unsigned j = 0; j < p.num_columns; ++j) row->values[j] = with_nominal ? nominal[j] : 0;
        for (unsigned s = 0; s < f.num_symbols; ++s) {
            if (!(mask >> s & 1)) continue;
            if (with_constants) row->side -= constants[s];
            for (int64_t k = offsets[s]; k < offsets[s + 1]; ++k) row->values[columns[k]] += coefficients[k];
        }
    }
    nzdd_zdd* zdd = zdd_of(&f, NULL, below(2) ? f.order : NULL);
    CALL(nzdd_constraint_for_all(zdd, p.sense, side, p.num_columns, offsets, columns, coefficients,
                                 with_constants ? constants : NULL, with_nominal ? nominal : NULL, NULL,
                                 &p.constraint));
    nzdd_zdd_free(zdd);
    return p;
}

static problem random_matrix_problem(void) {
    problem p;
    memset(&p, 0, sizeof(p));
    p.num_columns = 1 + below(MOST_COLUMNS);
    p.sense = (nzdd_sense)below(3);
    const unsigned num_rows = below(12);
    const int one_side = (int)below(2);
    int64_t offsets[13] = {0};
    int32_t columns[12 * 4];
    double values[12 * 4], sides[12];
    for (unsigned i = 0; i < num_rows; ++i) {
        linear_row* row = &p.rows[i];
        offsets[i + 1] = offsets[i];
        for (unsigned k = below(4); k-- > 0; ++offsets[i + 1]) {
            const unsigned j = below(p.num_columns);
            columns[offsets[i + 1]] = (int32_t)j;
            values[offsets[i + 1]] = between(-3, 3);
            row->values[j] += values[offsets[i + 1]];
        }
        sides[i] = row->side = one_side && i > 0 ? sides[0] : between(-3, 3);
    }
    CALL(nzdd_constraint_from_matrix(num_rows, p.num_columns, offsets, columns, values, sides, p.sense,
                                     below(2) ? 0 : 10000, NULL, &p.constraint));
    for (unsigned i = 0; i < num_rows; ++i) { /* equal rows are one */
        unsigned same = 0;
        while (same < p.num_rows && memcmp(&p.rows[same], &p.rows[i], sizeof(linear_row)) != 0) ++same;
        if (same == p.num_rows) p.rows[p.num_rows++] = p.rows[i];
    }
    return p;
}

/* The left side of a listed row. */
static double listed_activity(const nzdd_matrix_view* rows, size_t row, const double* x) {
    double sum = 0;
    for (int64_t k = rows->offsets[row]; k < rows->offsets[row + 1]; ++k) {
        CHECK(rows->columns[k] >= 0 && (size_t)rows->columns[k] < rows->num_columns && rows->values[k] != 0);
        CHECK(k == rows->offsets[row] || rows->columns[k - 1] < rows->columns[k]);
        sum += rows->values[k] * x[rows->columns[k]];
    }
    return sum;
}

static double check_separation(const problem* p, const double* x) {
    double slacks[MOST_SETS], least = INFINITY, found;
    unsigned violated = 0;
    for (unsigned i = 0; i < p->num_rows; ++i) {
        const double slack = slack_of(p, i, x);
        least = fmin(least, slack);
        if (slack < -0.5) slacks[violated++] = slack;
    }
    qsort(slacks, violated, sizeof(double), rising);
    CALL(nzdd_constraint_min_slack(p->constraint, x, &found));
    CHECK(found == least);
    nzdd_matrix* matrix = NULL;
    nzdd_matrix_view rows;
    /* different sets of symbols may be one constraint: then each comes */
    CALL(nzdd_constraint_separate(p->constraint, x, MOST_SETS, 0.5, 0, NULL, &matrix));
    nzdd_matrix_show(matrix, &rows);
    CHECK(rows.num_rows == violated);
    for (size_t i = 0; i < rows.num_rows; ++i) {
        const double value = listed_activity(&rows, i, x);
        CHECK(rows.slack[i] == slacks[i]);
        CHECK(fmin(value - rows.lower[i], rows.upper[i] - value) == slacks[i]);
        CHECK((isinf(rows.lower[i]) != 0) == (p->sense == NZDD_AT_MOST));
        CHECK((isinf(rows.upper[i]) != 0) == (p->sense == NZDD_AT_LEAST));
    }
    nzdd_matrix_free(matrix);
    CALL(nzdd_constraint_separate(p->constraint, x, 3, 0.5, NZDD_DIVERSE, NULL, &matrix));
    nzdd_matrix_show(matrix, &rows);
    CHECK((rows.num_rows > 0) == (violated > 0) && rows.num_rows <= 3);
    if (violated > 0) CHECK(rows.slack[0] == slacks[0]);
    nzdd_matrix_free(matrix);
    return least;
}

/* Bounds that hold for the potentials of a feasible point in a box, and meet them where it is a point. */
static void check_potential_bounds(const problem* p, const nzdd_nzdd* nzdd, const nzdd_nzdd_view* view,
                                   const double* x, const double* potentials, int feasible) {
    double lower[MOST_COLUMNS], upper[MOST_COLUMNS];
    double* least = malloc(2 * view->num_nodes * sizeof(double));
    double* most = least + view->num_nodes;
    for (unsigned j = 0; j < p->num_columns; ++j) {
        lower[j] = below(5) ? x[j] - below(3) : -INFINITY;
        upper[j] = below(5) ? x[j] + below(3) : INFINITY;
    }
    CALL(nzdd_constraint_potential_bounds(p->constraint, nzdd, lower, upper, least, most));
    for (size_t v = 0; v + 2 < view->num_nodes && feasible; ++v)
        CHECK(least[v] <= potentials[v + 1] && potentials[v + 1] <= most[v]);
    CALL(nzdd_constraint_potential_bounds(p->constraint, nzdd, x, x, least, most));
    for (size_t v = 0; v + 2 < view->num_nodes; ++v) CHECK(potentials[v + 1] == most[v]);
    free(least);
}

static void check_extended(const problem* p, const double* x, double least) {
    nzdd_matrix* matrix = NULL;
    nzdd_nzdd* nzdd = NULL;
    nzdd_matrix_view rows;
    nzdd_nzdd_view view;
    CALL(nzdd_constraint_extended(p->constraint, (nzdd_minimize)below(2), NULL, &nzdd, &matrix));
    nzdd_matrix_show(matrix, &rows);
    nzdd_nzdd_show(nzdd, &view);
    CHECK(rows.num_rows == view.num_edges && rows.num_columns == p->num_columns + view.num_nodes - 2);
    double* point = malloc((rows.num_columns + 2) * sizeof(double));
    double* lengths = malloc((nzdd_constraint_num_symbols(p->constraint) + 1) * sizeof(double));
    double* potentials = malloc(view.num_nodes * sizeof(double));
    memcpy(point, x, p->num_columns * sizeof(double));
    CALL(nzdd_constraint_lengths(p->constraint, x, lengths));
    CALL(nzdd_nzdd_potentials(nzdd, lengths, 0, potentials));
    memcpy(point + p->num_columns, potentials + 1, (view.num_nodes - 2) * sizeof(double));
    int holds = 1;
    for (size_t e = 0; e < rows.num_rows; ++e) {
        const double value = listed_activity(&rows, e, point);
        holds &= rows.lower[e] <= value && value <= rows.upper[e];
    }
    CHECK(holds == (least >= 0));
    check_potential_bounds(p, nzdd, &view, x, potentials, holds);
    free(potentials);
    free(lengths);
    free(point);
    nzdd_nzdd_free(nzdd);
    nzdd_matrix_free(matrix);
}

/* The bound of a column that a listed row implies within a box. */
static double implied(const nzdd_matrix_view* rows, int column, int upper_bound, const double* lower,
                      const double* upper) {
    double bound = upper_bound ? INFINITY : -INFINITY;
    for (int side = 0; side <= 1; ++side) { /* values @ x >= lower, and -values @ x >= -upper */
        const double sign = side ? -1 : 1;
        double rest = side ? rows->upper[0] : -rows->lower[0], own = 0;
        for (int64_t k = rows->offsets[0]; k < rows->offsets[1]; ++k) {
            const double value = sign * rows->values[k];
            if (rows->columns[k] == column)
                own = value;
            else
                rest += value * (value > 0 ? upper : lower)[rows->columns[k]];
        }
        if (own > 0 && !upper_bound) bound = fmax(bound, -rest / own);
        if (own < 0 && upper_bound) bound = fmin(bound, -rest / own);
    }
    return bound;
}

static void check_propagation(const problem* p) {
    double lower[MOST_COLUMNS], upper[MOST_COLUMNS], low[MOST_COLUMNS], high[MOST_COLUMNS], x[MOST_COLUMNS];
    const uint8_t integrality[MOST_COLUMNS] = {1, 1, 1};
    unsigned points = 1;
    for (unsigned j = 0; j < p->num_columns; ++j) {
        low[j] = lower[j] = between(-3, 0);
        high[j] = upper[j] = lower[j] + below(5);
        points *= (unsigned)(upper[j] - lower[j]) + 1;
    }
    const int rounds = 1 + (int)below(8);
    nzdd_matrix *broken = NULL, *reason = NULL;
    nzdd_matrix_view row;
    int holds;
    CALL(nzdd_constraint_holds(p->constraint, lower, upper, &holds));
    CALL(nzdd_constraint_tighten(p->constraint, integrality, low, high, rounds, &broken));
    nzdd_matrix_show(broken, &row);
    CHECK(row.num_rows <= 1);
    for (unsigned number = 0; number < points; ++number) {
        unsigned rest = number;
        int inside = 1, feasible = 1;
        for (unsigned j = 0; j < p->num_columns; ++j) {
            const unsigned width = (unsigned)(upper[j] - lower[j]) + 1;
            x[j] = lower[j] + rest % width;
            rest /= width;
            inside &= low[j] <= x[j] && x[j] <= high[j];
        }
        for (unsigned i = 0; i < p->num_rows; ++i) feasible &= slack_of(p, i, x) >= 0;
        CHECK(!feasible || (inside && row.num_rows == 0));
        CHECK(!holds || feasible);
    }
    const int is_broken = row.num_rows > 0;
    nzdd_matrix_free(broken);
    for (unsigned j = 0; j < p->num_columns && rounds == 1 && !is_broken; ++j) {
        for (int upper_bound = 0; upper_bound <= 1; ++upper_bound) {
            if (upper_bound ? high[j] == upper[j] : low[j] == lower[j]) continue;
            nzdd_matrix_free(reason);
            CALL(nzdd_constraint_reason(p->constraint, lower, upper, (int32_t)j, upper_bound, &reason));
            nzdd_matrix_show(reason, &row);
            CHECK(row.num_rows == 1 || (row.num_rows == 0 && p->several_terms));
            if (row.num_rows == 0) continue;
            const double bound = implied(&row, (int)j, upper_bound, lower, upper);
            CHECK(upper_bound ? floor(bound + 1e-5) <= high[j] : ceil(bound - 1e-5) >= low[j]);
        }
    }
    nzdd_matrix_free(reason);
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const long long cases = atoll(argv[1]);
    for (number_of_case = 0; number_of_case < cases; ++number_of_case) {
        seed = (unsigned long long)(number_of_case + 1) * 0x9e3779b97f4a7c15ull ^ strtoull(argv[2], NULL, 10);
        for (int i = 0; i < 4; ++i) below(2);
        problem p = below(2) ? random_family_problem() : random_matrix_problem();
        double x[MOST_COLUMNS];
        for (unsigned j = 0; j < p.num_columns; ++j) x[j] = between(-3, 3);
        check_extended(&p, x, check_separation(&p, x));
        check_propagation(&p);
        nzdd_constraint_free(p.constraint);
    }
    printf("%lld constraints\n", cases);
    return 0;
}
