// A cutting-plane loop with HiGHS: the least cost where every 12 of 24 columns add up to 2 or more. Of these
// 2,704,156 rows HiGHS gets a few hundred; the diagram finds them.
#include <Highs.h>
#include <nzdd/nzdd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

void check(nzdd_status status) {
    if (status != NZDD_OK) throw std::runtime_error(nzdd_error());
}

void check(HighsStatus status) {
    if (status == HighsStatus::kError) throw std::runtime_error("HiGHS has failed");
}

template <auto kFree>
struct Free {
    void operator()(auto* handle) const { kFree(handle); }
};
using Zdd = std::unique_ptr<nzdd_zdd, Free<nzdd_zdd_free>>;
using Constraint = std::unique_ptr<nzdd_constraint, Free<nzdd_constraint_free>>;
using Matrix = std::unique_ptr<nzdd_matrix, Free<nzdd_matrix_free>>;

// The handle that `make(&handle)` makes.
template <class Owner, class Make>
Owner made(const Make& make) {
    typename Owner::pointer handle = nullptr;
    check(make(&handle));
    return Owner(handle);
}

}  // namespace

int main() try {
    constexpr int kColumns = 24;
    const auto family =
        made<Zdd>([&](auto out) { return nzdd_sets_of_size(kColumns, 12, 12, nullptr, out); });
    const auto oracle = made<Constraint>([&](auto out) {
        return nzdd_constraint_for_all(family.get(), NZDD_AT_LEAST, 2, kColumns, nullptr, nullptr, nullptr,
                                       nullptr, nullptr, nullptr, out);
    });

    Highs highs;
    check(highs.setOptionValue("output_flag", false));
    for (int j = 0; j < kColumns; ++j) {
        check(highs.addVar(0, highs.getInfinity()));
        check(highs.changeColCost(j, j % 5 + 1));
    }
    int rounds = 0;
    for (;; ++rounds) {
        check(highs.run());
        const std::vector<double>& x = highs.getSolution().col_value;
        const auto cuts = made<Matrix>([&](auto out) {
            return nzdd_constraint_separate(oracle.get(), x.data(), 50, 1e-6, NZDD_DIVERSE, nullptr, out);
        });
        nzdd_matrix_view rows;
        nzdd_matrix_show(cuts.get(), &rows);
        if (rows.num_rows == 0) break;
        for (std::size_t i = 0; i < rows.num_rows; ++i) {
            const std::int64_t begin = rows.offsets[i], size = rows.offsets[i + 1] - begin;
            const std::vector<HighsInt> columns(rows.columns + begin, rows.columns + begin + size);
            check(highs.addRow(rows.lower[i], rows.upper[i], static_cast<HighsInt>(size), columns.data(),
                               rows.values + begin));
        }
    }
    const double cost = highs.getObjectiveValue();
    std::printf("least cost %.6f after %d rounds and %d rows\n", cost, rounds,
                static_cast<int>(highs.getNumRow()));
    return std::abs(cost - 35.0 / 3) < 1e-6 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
