// The reduction of a ZDD to an NZDD (Kurokawa et al. 2022, section 7 and appendix A). Nodes with
// one outgoing edge are gone already (see branching.hpp); a node with one incoming edge is
// contracted into its parent, whose edges inherit its label. What stays are the root,
// the leaf and the nodes with several incoming edges, each with at least two outgoing ones.
// Time and memory O(|V| + |E| + labels).
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/reduction/branching.hpp"

namespace nzdd {

template <class Branching>
class EdgeReduction {
public:
    // `symbols` names the symbol of each level, or is null where they are the same.
    static Nzdd run(const Branching& from, const std::uint32_t* symbols, Pulse& pulse) {
        EdgeReduction reduction(from, symbols);
        if (from.target(0) == kEmptyFamily) return {};
        pulse.stage("reduce");
        reduction.number_nodes(pulse);
        reduction.emit_edges(pulse);
        return std::move(reduction.out_);
    }

private:
    static constexpr std::uint32_t kContracted = 0xffffffff, kUnreached = 0xfffffffe;

    EdgeReduction(const Branching& from, const std::uint32_t* symbols)
        : from_(from),
          symbols_(symbols),
          last_(static_cast<std::uint32_t>(from.num_nodes() - 1)),
          number_(from.num_nodes(), 0) {}

    // Parents come first in a descending sweep: count in-degrees, then number what stays.
    void number_nodes(Pulse& pulse) {
        const auto meet = [this](std::uint32_t v) { number_[v] += number_[v] < 2; };  // 2: several
        meet(from_.target(0));
        for (std::uint32_t v = last_; v >= 2; --v) {
            pulse(last_ - v, last_);
            if (!number_[v] || !from_.branches(v)) continue;
            meet(from_.target(2 * std::size_t{v}));
            meet(from_.target(2 * std::size_t{v} + 1));
        }
        std::uint32_t next = 1;
        for (std::uint32_t v = last_; v >= 2; --v) {
            if (number_[v] == 1)
                num_edges_ += 1, number_[v] = kContracted;
            else if (number_[v] == 2)
                num_edges_ += 2, number_[v] = next++;
            else
                number_[v] = kUnreached;
        }
        number_[kUnitFamily] = next;
        out_.num_nodes = std::uint64_t{next} + 1;
        out_.source.reserve(num_edges_);
        out_.target.reserve(num_edges_);
        out_.multiplicity.reserve(num_edges_);
        out_.label_offsets.reserve(num_edges_ + 1);
    }

    void emit_edges(Pulse& pulse) {
        paths_to_.assign(out_.num_nodes, 0.0);
        paths_to_[0] = 1;
        steps_.push_back({0, 0});
        emit_from(0, pulse);
        for (std::uint32_t v = last_; v >= 2; --v) {
            if (number_[v] >= kUnreached) continue;
            wait(v);
            emit_from(number_[v], pulse);
        }
    }

    // The high branch goes first, so that rows come in the order of the diagram.
    void wait(std::uint32_t v) {
        steps_.push_back({2 * std::size_t{v}, label_.size()});
        steps_.push_back({2 * std::size_t{v} + 1, label_.size()});
    }

    // The edges of a kept node are the paths through contracted nodes below it.
    void emit_from(std::uint32_t source, Pulse& pulse) {
        while (!steps_.empty()) {
            const Step step = steps_.back();
            steps_.pop_back();
            label_.resize(step.prefix);
            from_.for_each_level(step.branch, [this](std::uint32_t level) {
                label_.push_back(symbols_ ? symbols_[level] : level);
            });
            const std::uint32_t v = from_.target(step.branch);
            if (number_[v] == kContracted) {
                wait(v);
                continue;
            }
            out_.labels.append(label_.data(), label_.size());
            paths_to_[number_[v]] += paths_to_[source];
            pulse(out_.source.size(), num_edges_);
            // all paths through a contracted node have taken this branch
            out_.end_edge(source, number_[v],
                          from_.weighted() ? from_.weight(step.branch) : paths_to_[source] * from_.paths(v));
        }
        label_.clear();
    }

    struct Step {
        std::size_t branch;
        std::size_t prefix;  // how much of the label stands before the branch
    };

    const Branching& from_;
    const std::uint32_t* symbols_;
    std::uint32_t last_;
    std::size_t num_edges_ = 1;
    Array<std::uint32_t> number_;
    Nzdd out_;
    Array<Step> steps_;
    Array<std::uint32_t> label_;
    Array<double> paths_to_;  // paths from the root to each kept node
};

template <class Branching>
Nzdd reduce_edges(const Branching& from, const std::uint32_t* symbols, Pulse& pulse) {
    return EdgeReduction<Branching>::run(from, symbols, pulse);
}

}  // namespace nzdd
