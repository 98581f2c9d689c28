// A diverse set of short rows: the shortest row through each branch that no row before it takes.
// Measured by prefix + branch + distance to the leaf, the branches come up in order by a search
// from the root (Dijkstra 1959 under the potentials of Johnson 1977), which ends with the last row
// needed: no sweep from the root, no sort of all branches.
#pragma once

#include <functional>
#include <tuple>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"
#include "diagram/shortest_rows/short_rows.hpp"

namespace nzdd {

class DiverseRows {
public:
    // At most `count` distinct rows shorter than `below`, shortest first up to rounding. `slot`
    // holds a zero for each node, before and after. Time O(b log b) for the b <= count x depth
    // branches of the rows.
    static ShortRows run(const Distances<double>& at, std::uint32_t* slot, std::uint64_t count, double below,
                         Pulse& pulse) {
        pulse.stage("covering rows");
        DiverseRows search(at, slot, below, pulse);
        if (count > 0 && at.to_root() < below) search.start();
        while (search.rows_.size() < count && !search.open_.empty()) search.take();
        return std::move(search.rows_);
    }

    DiverseRows(const DiverseRows&) = delete;
    DiverseRows& operator=(const DiverseRows&) = delete;
    ~DiverseRows() {
        for (const Visit& visit : visits_) slot_[visit.node] = 0;
    }

private:
    // A node that was reached from the root, or that a row runs through.
    struct Visit {
        std::uint32_t node, parent;  // the parent is a visit
        bool parent_high, reached;
        bool covered[2];
    };
    struct Branch {
        double length;  // of the shortest row through it
        double prefix;  // up to the child
        std::uint32_t child, visit;
        bool high;

        // Of equal lengths the branch to the node nearest to the root goes first: a prefix of
        // length minus infinity is then known before any branch below it comes up.
        bool operator>(const Branch& other) const {
            return std::tie(length, other.child, prefix, visit, high) >
                   std::tie(other.length, child, other.prefix, other.visit, other.high);
        }
    };
    static constexpr std::greater<Branch> kShortestOnTop{};

    DiverseRows(const Distances<double>& at, std::uint32_t* slot, double below, Pulse& pulse)
        : at_(at), below_(below), slot_(slot), pulse_(pulse) {}

    void start() {
        if (at_.zdd.root() == kUnitFamily) return rows_.end_row();  // the empty row has no branch
        reach(at_.zdd.root(), 0, 0, false);
    }

    // Takes up the next branch; the first one that leads to a node is on a shortest path to it.
    void take() {
        std::pop_heap(open_.begin(), open_.end(), kShortestOnTop);
        const Branch branch = open_.back();
        open_.pop_back();
        if (!visits_[branch.visit].covered[branch.high]) add_row(branch);
        if (branch.child != kUnitFamily) reach(branch.child, branch.prefix, branch.visit, branch.high);
    }

    void reach(std::uint32_t node, double prefix, std::uint32_t parent, bool parent_high) {
        const std::uint32_t visit = visit_of(node);
        if (visits_[visit].reached) return;
        visits_[visit].reached = true;
        visits_[visit].parent = parent;
        visits_[visit].parent_high = parent_high;
        for (bool high : {false, true}) {
            const double length = prefix + at_.through(node, high);
            if (!(length < below_)) continue;
            open_.push_back({length, prefix + at_.step(node, high), at_.zdd.child(node, high), visit, high});
            std::push_heap(open_.begin(), open_.end(), kShortestOnTop);
        }
    }

    void add_row(const Branch& branch) {
        const auto begin = static_cast<std::size_t>(rows_.offsets.back());
        std::uint32_t visit = branch.visit;
        cover(visit, branch.high);
        while (visits_[visit].node != at_.zdd.root()) {
            const bool high = visits_[visit].parent_high;
            visit = visits_[visit].parent;
            cover(visit, high);
        }
        std::reverse(rows_.symbols.begin() + begin, rows_.symbols.end());
        for (std::uint32_t v = branch.child; v != kUnitFamily;) {
            const bool high = at_.best(v);
            cover(visit_of(v), high);
            v = at_.zdd.child(v, high);
        }
        rows_.end_row();
    }

    void cover(std::uint32_t visit, bool high) {
        pulse_.within(steps_++);
        visits_[visit].covered[high] = true;
        if (high) rows_.symbols.push_back(at_.zdd.symbol(visits_[visit].node));
    }

    std::uint32_t visit_of(std::uint32_t node) {
        if (slot_[node] == 0) {
            visits_.push_back({node, 0, false, false, {false, false}});
            slot_[node] = static_cast<std::uint32_t>(visits_.size());
        }
        return slot_[node] - 1;
    }

    const Distances<double>& at_;
    double below_;
    std::uint32_t* slot_;  // of each node: its visit plus one, or zero
    Pulse& pulse_;
    std::uint64_t steps_ = 0;
    Array<Visit> visits_;
    Array<Branch> open_;  // a heap
    ShortRows rows_;
};

}  // namespace nzdd
