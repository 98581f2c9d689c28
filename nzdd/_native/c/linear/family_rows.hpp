// A linear constraint for each row of a diagram: every path is a constraint, its length the slack. The
// symbols of at-most rows are those of their negation. (formulations/rows/constraint_diagram.py.)
#pragma once

#include <numeric>

#include "c/linear/terms.hpp"
#include "diagram/shortest_rows/row_search.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

enum class Sense { kAtLeast, kAtMost, kEqual };

// Constraints that were found, as a solver takes them.
struct ListedRows {
    SparseRows matrix;
    Array<double> lower, upper, slack;
    Array<std::uint64_t> key;
};

class FamilyRows {
public:
    // `symbols`: of each level.
    FamilyRows(Zdd zdd, Array<std::uint32_t> symbols, Terms terms, Sense sense, Pulse& pulse)
        : zdd_(std::move(zdd)),
          symbols_(std::move(symbols)),
          terms_(std::move(terms)),
          sense_(sense),
          search_(LevelZdd(zdd_.view(), symbols_.size(), symbols_.data(), pulse), symbols_.size(), true) {
        if (sense == Sense::kAtMost) terms_.negate();
    }

    ZddView zdd() const { return zdd_.view(); }
    const Array<std::uint32_t>& symbols() const { return symbols_; }
    const Terms& terms() const { return terms_; }
    const RowSearch& search() const { return search_; }
    bool is_equality() const { return sense_ == Sense::kEqual; }

    // The symbol at the root that every row has; -1 without one.
    std::int64_t common_symbol() const {
        const std::uint32_t root = zdd_.root;
        return root < 2 || zdd_.low[root] != kEmptyFamily ? -1 : symbols_[zdd_.level[root]];
    }

    double min_slack(const double* x) const {
        Pulse pulse;
        Array<double> lengths = terms_.lengths(x);
        const double least = search_.least(lengths.data(), pulse);
        if (!is_equality()) return least;
        return std::min(least, search_.least(negated(lengths).data(), pulse));
    }

    ListedRows separate(const double* x, std::uint64_t max_rows, double tolerance, bool diverse, bool ray,
                        Pulse& pulse) const {
        Array<double> lengths = terms_.lengths(x);
        for (std::size_t s = 0; ray && s < lengths.size(); ++s) lengths[s] -= terms_.constant[s];
        const auto found = [&]() {
            return diverse ? search_.covering(lengths.data(), max_rows, -tolerance, pulse)
                           : search_.shortest(lengths.data(), max_rows, -tolerance, pulse);
        };
        ShortRows rows = found();
        if (is_equality()) {
            negated(lengths);
            rows = merged(rows, found(), max_rows);
        }
        return listed(rows);
    }

    // Rows that a search found, with their sides; their lengths are the slacks.
    ListedRows listed(const ShortRows& rows) const {
        ListedRows out{SparseRows(terms_.num_columns()), {}, {}, {}, {}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::uint32_t *begin = rows.symbols.data() + rows.offsets[i],
                                *end = rows.symbols.data() + rows.offsets[i + 1];
            const double constant = terms_.gather(begin, end, out.matrix);
            out.matrix.end_row();
            const bool most = sense_ == Sense::kAtMost;
            const double side = most ? constant : 0.0 - constant;
            out.lower.push_back(most ? -kInfinity : side);
            out.upper.push_back(sense_ == Sense::kAtLeast ? kInfinity : side);
            out.slack.push_back(rows.lengths[i]);
            out.key.push_back(std::accumulate(begin, end, std::uint64_t{0}, [](std::uint64_t sum, auto each) {
                return sum + symbol_hash(each);
            }));
        }
        if (sense_ == Sense::kAtMost)
            for (double& value : out.matrix.values) value = -value;
        return out;
    }

private:
    static Array<double>& negated(Array<double>& lengths) {
        for (double& length : lengths) length = -length;
        return lengths;
    }

    // The shortest of both lists, which are sorted; those of the first on a tie.
    static ShortRows merged(const ShortRows& one, const ShortRows& other, std::uint64_t count) {
        ShortRows out;
        std::size_t i = 0, j = 0;
        while (out.size() < count && (i < one.size() || j < other.size())) {
            const bool first = j == other.size() || (i < one.size() && one.lengths[i] <= other.lengths[j]);
            const ShortRows& from = first ? one : other;
            const std::size_t row = first ? i++ : j++;
            out.symbols.append(from.symbols.data() + from.offsets[row],
                               static_cast<std::size_t>(from.offsets[row + 1] - from.offsets[row]));
            out.end_row();
            out.lengths.push_back(from.lengths[row]);
        }
        return out;
    }

    Zdd zdd_;
    Array<std::uint32_t> symbols_;
    Terms terms_;
    Sense sense_;
    RowSearch search_;
};

// With one more symbol, the last one, on top of every row.
inline Zdd with_top(const ZddView& zdd) {
    Zdd out;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) out.add(zdd.level[v] + 1, zdd.low[v], zdd.high[v]);
    out.root = zdd.root == kEmptyFamily ? kEmptyFamily : out.add(0, kEmptyFamily, zdd.root);
    return out;
}

}  // namespace nzdd
