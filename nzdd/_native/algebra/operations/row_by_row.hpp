// Join and meet of families of few rows, row by row. Pairs of nodes share work where families are dense; of
// sparse ones they are more than pairs of rows, and leave unions that no result needs. Which way is shorter
// cannot be told before: the way by nodes gets ever more steps, until it ends or rows take no longer.
#pragma once

#include <optional>

#include "algebra/machine.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/task.hpp"
#include "diagram/build/build.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

// The symbols in all rows of a family, and one more for each row, up to rounding. Time O(nodes).
inline double size_of_rows(const NodeStore& nodes, std::uint32_t family) {
    struct Total {
        double rows, size;  // no rows: not known yet
    };
    auto totals = Array<Total>::zeros(std::size_t{family} + 1);
    totals[kUnitFamily] = {1, 1};
    Array<std::uint32_t> open{family};
    while (!open.empty()) {
        const std::uint32_t v = open.back();
        const FamilyNode& node = nodes[v];
        const Total &low = totals[node.low], &high = totals[node.high];
        const bool has_low = node.low == kEmptyFamily || low.rows > 0, has_high = high.rows > 0;
        if (!has_low) open.push_back(node.low);
        if (!has_high) open.push_back(node.high);
        if (!has_low || !has_high) continue;
        totals[v] = {low.rows + high.rows, low.size + high.size + high.rows};
        open.pop_back();
    }
    return totals[family].size;
}

// The rows of a family that has some.
inline RowList list_rows(const NodeStore& nodes, std::uint32_t family, Pulse& pulse) {
    struct Open {
        std::uint32_t node;
        std::size_t prefix;
    };
    RowList rows;
    Array<std::uint32_t> row;
    for (Array<Open> open{{family, 0}}; !open.empty();) {
        const Open start = open.back();
        open.pop_back();
        row.resize(start.prefix);
        for (std::uint32_t v = start.node; v != kUnitFamily; v = nodes[v].high) {
            if (nodes[v].low != kEmptyFamily) open.push_back({nodes[v].low, row.size()});
            row.push_back(nodes[v].level);
        }
        rows.symbols.append(row.data(), row.size());
        rows.end_row();
        pulse.within(rows.size());
    }
    return rows;
}

// A family from rows that come one after the other, in memory bounded but for the family.
class FamilyOfRows {
public:
    explicit FamilyOfRows(Machine& machine) : machine_(machine) {}

    RowList rows;

    void end_row() {
        rows.end_row();
        if (rows.symbols.size() + rows.size() >= kMost) unite();
    }

    std::uint32_t finish() {
        unite();
        return family_;
    }

private:
    static constexpr std::size_t kMost = std::size_t{1} << 23;

    void unite() {
        std::uint32_t num_levels = 0;
        for (const std::uint32_t level : rows.symbols) num_levels = std::max(num_levels, level + 1);
        const CsrRows csr{rows.offsets.data(), rows.symbols.data(), rows.size(), num_levels};
        const Zdd zdd = build_from_csr(csr, nullptr, nullptr, ToZdd{}, machine_.pulse());
        family_ = machine_.run<Union>(family_, machine_.nodes().load(zdd.view()));
        rows.symbols.clear();
        rows.offsets.resize(1);
    }

    Machine& machine_;
    std::uint32_t family_ = kEmptyFamily;
};

class JoinOfRows {
public:
    static constexpr double kPerStep = 16;  // symbols that take as long as a step

    JoinOfRows(RowList f, RowList g) : f_(std::move(f)), g_(std::move(g)) {}

    // The symbols of all pairs of rows, and two more for each pair.
    double work() const {
        const auto of_pairs = [](const RowList& one, const RowList& other) {
            return static_cast<double>(one.size()) * static_cast<double>(other.symbols.size() + other.size());
        };
        return of_pairs(f_, g_) + of_pairs(g_, f_);
    }

    std::uint32_t run(Machine& machine) const {
        FamilyOfRows unions(machine);
        Array<std::uint32_t> both;
        for (std::size_t i = 0; i < f_.size(); ++i) {
            machine.pulse().beat(i, f_.size());
            const auto one = f_.table()[i];
            for (std::size_t j = 0; j < g_.size(); ++j) {
                const auto other = g_.table()[j];
                both.resize(one.size() + other.size());
                const auto end =
                    std::set_union(one.begin(), one.end(), other.begin(), other.end(), both.begin());
                unions.rows.symbols.append(both.data(), static_cast<std::size_t>(end - both.begin()));
                unions.end_row();
            }
        }
        return unions.finish();
    }

private:
    RowList f_, g_;
};

// Each row of f beside all rows of g at once, by the rows of g that hold a symbol: pairs without a common
// symbol take no time. The intersections grow from their last symbol up, and equal ones are one chain.
class MeetOfRows {
public:
    static constexpr double kPerStep = 64;

    MeetOfRows(RowList f, RowList g) {
        if (f.size() < g.size()) std::swap(f, g);
        num_others_ = g.size();
        find_places(g.table());
        for (std::size_t i = 0; i < f.size(); ++i) {
            for (const std::uint32_t level : f.table()[i]) {
                const auto place = std::lower_bound(levels_.begin(), levels_.end(), level);
                if (place == levels_.end() || *place != level) continue;
                rows_.symbols.push_back(static_cast<std::uint32_t>(place - levels_.begin()));
                work_ += static_cast<double>(holding(rows_.symbols.back()).size());
            }
            rows_.end_row();
        }
        work_ += static_cast<double>(f.symbols.size() + f.size());
    }

    double work() const { return work_; }

    std::uint32_t run(Machine& machine) const {
        FamilyOfRows result(machine);
        for (std::size_t next = 0; next < rows_.size();) {
            NodeStore chains(machine.pulse());
            for (std::uint32_t chain : intersections(next, chains, machine.pulse())) {
                for (; chain != kUnitFamily; chain = chains[chain].high)
                    result.rows.symbols.push_back(chains[chain].level);
                result.end_row();
            }
        }
        return result.finish();
    }

private:
    static constexpr std::size_t kMostNodes = std::size_t{1} << 22;

    void find_places(const RowTable& rows) {
        struct Place {
            std::uint32_t level, row;
        };
        Array<Place> places;
        for (std::size_t j = 0; j < rows.num_rows; ++j)
            for (const std::uint32_t level : rows[j])
                places.push_back({level, static_cast<std::uint32_t>(j)});
        std::stable_sort(places.begin(), places.end(),
                         [](const Place& a, const Place& b) { return a.level < b.level; });
        for (const Place& place : places) {
            if (levels_.empty() || levels_.back() != place.level) {
                levels_.push_back(place.level);
                firsts_.push_back(others_.size());
            }
            others_.push_back(place.row);
        }
        firsts_.push_back(others_.size());
    }

    // The rows of g with one of its symbols.
    std::span<const std::uint32_t> holding(std::uint32_t symbol) const {
        return {others_.data() + firsts_[symbol], others_.data() + firsts_[symbol + 1]};
    }

    // Of the rows of f from `next` on, until chains are many; each intersection once.
    Array<std::uint32_t> intersections(std::size_t& next, NodeStore& chains, Pulse& pulse) const {
        Array<std::uint32_t> common(num_others_, kUnitFamily);  // with each row of g, so far
        Array<std::uint32_t> met, found;
        Array<bool> is_found;
        const auto add = [&](std::uint32_t chain) {
            while (is_found.size() <= chain) is_found.push_back(false);
            if (!std::exchange(is_found[chain], true)) found.push_back(chain);
        };
        for (; next < rows_.size() && chains.size() < kMostNodes; ++next) {
            pulse.beat(next, rows_.size());
            met.clear();
            const auto row = rows_.table()[next];
            for (std::size_t k = row.size(); k-- > 0;) {
                std::uint32_t rest = kEmptyFamily, longer = kEmptyFamily;
                for (const std::uint32_t other : holding(row[k])) {
                    std::uint32_t& chain = common[other];
                    if (chain == kUnitFamily) met.push_back(other);
                    if (chain != rest) {
                        rest = chain;
                        longer = chains.make(levels_[row[k]], kEmptyFamily, rest);
                    }
                    chain = longer;
                }
            }
            if (met.size() < num_others_) add(kUnitFamily);
            for (const std::uint32_t other : met) add(std::exchange(common[other], kUnitFamily));
        }
        return found;
    }

    RowList rows_;                 // of f, in places among the symbols of g
    Array<std::uint32_t> levels_;  // the symbols of g,
    Array<std::size_t> firsts_;    // where those rows of g begin that hold one of them,
    Array<std::uint32_t> others_;  // and these rows
    std::size_t num_others_ = 0;
    double work_ = 0;
};

// By pairs of nodes or by rows, whichever is found to be shorter.
template <Operation kOwn, class ByNodes, class ByRows>
struct EitherWay : Stepwise<kOwn> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        return ByNodes::known(nodes, f, g);
    }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        const NodeStore& nodes = machine.nodes();
        std::uint64_t steps = kFirstSteps;
        if (nodes.is_single_row(task.f) || nodes.is_single_row(task.g)) steps = ~std::uint64_t{0};
        std::uint32_t result = machine.run_within<ByNodes>(steps, task.f, task.g);
        if (result != kUnknown) return finish(result);
        const double size = size_of_rows(nodes, task.f) + size_of_rows(nodes, task.g);
        std::optional<ByRows> rows;
        for (; result == kUnknown; steps *= 4) {
            const double most = ByRows::kPerStep * static_cast<double>(steps);
            if (!rows && size <= most)
                rows.emplace(list_rows(nodes, task.f, machine.pulse()),
                             list_rows(nodes, task.g, machine.pulse()));
            if (rows && rows->work() <= most) {
                machine.count_steps(static_cast<std::uint64_t>(rows->work() / ByRows::kPerStep));
                return finish(rows->run(machine));
            }
            result = machine.run_within<ByNodes>(steps, task.f, task.g);
        }
        return finish(result);
    }

private:
    static constexpr std::uint64_t kFirstSteps = 1024;
};

using JoinEitherWay = EitherWay<Operation::kJoinEitherWay, Join, JoinOfRows>;
using MeetEitherWay = EitherWay<Operation::kMeetEitherWay, Meet, MeetOfRows>;

}  // namespace nzdd
