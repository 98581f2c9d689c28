// The reduction of `reduce.hpp` for a ZDD of at most 32 levels, where every row weighs one: labels
// are bit masks (level l at bit l), and one record of 16 bytes a node serves all sweeps in turn, so
// that the last one, which follows the paths, touches one cache line a step.
// Time and memory O(|V| + |E| + labels).
#pragma once

#include <bit>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

class MaskReduction {
public:
    // `symbols` names the symbol of each level, or is null where they are the same.
    static Nzdd run(Zdd zdd, const std::uint32_t* symbols, Pulse& pulse) {
        if (zdd.root == kEmptyFamily) return {};
        pulse.stage("reduce");
        MaskReduction reduction(std::move(zdd));
        reduction.join_chains(pulse);
        reduction.number_nodes(pulse);
        reduction.measure_edges(pulse);
        reduction.resolve_branches(pulse);
        reduction.zdd_ = {};  // frees memory for the edges
        reduction.emit_edges(pulse);
        Nzdd& out = reduction.out_;
        for (std::size_t i = 0; symbols && i < out.labels.size(); ++i) out.labels[i] = symbols[out.labels[i]];
        return std::move(out);
    }

private:
    static constexpr std::uint32_t kKept = 0x80000000;

    struct Branch {
        std::uint32_t target;  // the node of the ZDD, or the number of a kept node with the bit kKept
        std::uint32_t label;
    };
    struct Chain {  // what starts at a node and ends at the next node that branches
        std::uint32_t end, label;
        std::uint32_t paths;   // from the node to the leaf, then to the next kept nodes
        std::uint32_t target;  // in-degree (2: several), then what branches to the node lead to
    };
    union Node {
        Chain chain;  // until the branches are resolved
        struct {
            Branch low, high;
        } branch;  // from then on
    };

    explicit MaskReduction(Zdd zdd)
        : zdd_(std::move(zdd)),
          last_(static_cast<std::uint32_t>(zdd_.level.size() - 1)),
          nodes_(zdd_.level.size()) {}

    void join_chains(Pulse& pulse) {
        nodes_[kEmptyFamily].chain = {kEmptyFamily, 0, 0, 0};
        nodes_[kUnitFamily].chain = {kUnitFamily, 0, 1, 0};
        for (std::uint32_t v = 2; v <= last_; ++v) {
            const Chain &low = nodes_[zdd_.low[v]].chain, &high = nodes_[zdd_.high[v]].chain;
            nodes_[v].chain = zdd_.low[v] == kEmptyFamily
                                  ? Chain{high.end, high.label | bit(v), high.paths, 0}
                                  : Chain{v, 0, low.paths + high.paths, 0};
            pulse(v, last_);
        }
    }

    // Parents come first in a descending sweep: count in-degrees, then number what stays.
    void number_nodes(Pulse& pulse) {
        const auto meet = [this](std::uint32_t v) {
            std::uint32_t& degree = nodes_[nodes_[v].chain.end].chain.target;
            degree += degree < 2;
        };
        meet(zdd_.root);
        for (std::uint32_t v = last_; v >= 2; --v) {
            pulse(last_ - v, last_);
            if (nodes_[v].chain.target == 0) continue;
            meet(zdd_.low[v]);
            meet(zdd_.high[v]);
        }
        nodes_[kUnitFamily].chain.target = 2;
        kept_.push_back(kEmptyFamily);  // in the place of the NZDD's root
        paths_from_.push_back(0);
        for (std::uint32_t v = last_; v >= kUnitFamily; --v) {
            Chain& chain = nodes_[v].chain;
            const std::uint32_t degree = chain.target;
            if (degree == 1) chain.target = v;
            if (degree < 2) continue;
            chain.target = kKept | static_cast<std::uint32_t>(kept_.size());
            kept_.push_back(v);
            paths_from_.push_back(chain.paths);
        }
        out_.num_nodes = kept_.size();
    }

    // How many edges and labels there will be: memory for them is taken once and to the byte.
    void measure_edges(Pulse& pulse) {
        std::size_t num_edges = 0, num_labels = 0;
        const auto meet = [&](std::uint32_t v, int more) {
            const auto& [end, label, paths, target] = nodes_[v].chain;
            const Chain& next = nodes_[end].chain;
            const std::uint32_t edges = next.target & kKept ? 1 : next.paths;
            num_edges += next.target & kKept ? 1 : 0;
            num_labels += std::size_t{edges} * static_cast<unsigned>(std::popcount(label) + more);
            return edges;
        };
        for (std::uint32_t v = 2; v <= last_; ++v) {
            pulse(v, last_);
            Chain& chain = nodes_[v].chain;
            if (chain.target != 0) chain.paths = meet(zdd_.low[v], 0) + meet(zdd_.high[v], 1);
        }
        meet(zdd_.root, 0);
        out_.source.reserve(num_edges);
        out_.target.reserve(num_edges);
        out_.multiplicity.reserve(num_edges);
        out_.label_offsets.reserve(num_edges + 1);
        out_.labels.reserve(num_labels);
    }

    // Children follow their parents in a descending sweep: their chains are still there.
    void resolve_branches(Pulse& pulse) {
        root_ = resolved(zdd_.root);
        for (std::uint32_t v = last_; v >= 2; --v) {
            pulse(last_ - v, last_);
            if (nodes_[v].chain.target == 0) continue;
            const Branch low = resolved(zdd_.low[v]), high = resolved(zdd_.high[v]);
            nodes_[v].branch = {low, {high.target, high.label | bit(v)}};
        }
    }

    Branch resolved(std::uint32_t v) const {
        const Chain& chain = nodes_[v].chain;
        return {nodes_[chain.end].chain.target, chain.label};
    }

    void emit_edges(Pulse& pulse) {
        paths_to_.assign(out_.num_nodes, 0.0);
        paths_to_[0] = 1;
        follow(0, root_);
        for (std::uint32_t i = 1; i + 1 < out_.num_nodes; ++i) {
            pulse(i, out_.num_nodes);
            waiting_.push_back(nodes_[kept_[i]].branch.low);
            follow(i, nodes_[kept_[i]].branch.high);
        }
    }

    // The edges of a kept node are the paths through contracted nodes below it, high branches first,
    // so that rows come in the order of the diagram.
    void follow(std::uint32_t source, Branch at) {
        for (;;) {
            while (!(at.target & kKept)) {
                const auto& [low, high] = nodes_[at.target].branch;
                waiting_.push_back({low.target, at.label | low.label});
                at = {high.target, at.label | high.label};
            }
            end_edge(source, at.target ^ kKept, at.label);
            if (waiting_.empty()) return;
            at = waiting_.back();
            waiting_.pop_back();
        }
    }

    void end_edge(std::uint32_t source, std::uint32_t target, std::uint32_t label) {
        std::uint32_t* place = out_.labels.end();
        for (; label; label &= label - 1) *place++ = static_cast<std::uint32_t>(std::countr_zero(label));
        out_.labels.resize(static_cast<std::size_t>(place - out_.labels.data()));
        paths_to_[target] += paths_to_[source];
        out_.end_edge(source, target, paths_to_[source] * paths_from_[target]);
    }

    std::uint32_t bit(std::uint32_t v) const { return std::uint32_t{1} << zdd_.level[v]; }

    Zdd zdd_;
    std::uint32_t last_;
    Array<Node> nodes_;
    Array<std::uint32_t> kept_;  // the node of the ZDD that each node of the NZDD is
    Branch root_{};
    Nzdd out_;
    Array<Branch> waiting_;
    Array<double> paths_to_, paths_from_;  // from the root to each kept node, from there to the leaf
};

}  // namespace nzdd
