// The rows of a multiset as a ZDD, with the total weight through each branch. Nodes that differ in
// weights only become one, to which each adds the weight below its branches, once for each path to it.
// The nodes are numbered as when the ZDD is built from sorted rows (diagram/build/expand.hpp), so that it
// does not depend on how the multiset came about. Time and memory O(nodes).
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "multiset/store.hpp"

namespace nzdd {

class MultisetSupport {
public:
    // Without `weighted` every row weighs one.
    static Zdd run(const MultisetView& multiset, bool weighted, Pulse& pulse) {
        pulse.stage("weigh nodes");
        MultisetSupport support(multiset, pulse);
        support.shape();
        if (multiset.root() == kEmptyFamily) return {};
        if (weighted) support.weigh();
        support.number();
        return std::move(support.zdd_);
    }

private:
    struct Weights {
        std::uint64_t low, high;
    };

    MultisetSupport(const MultisetView& multiset, Pulse& pulse)
        : multiset_(multiset), pulse_(pulse), nodes_(multiset.num_nodes, pulse) {
        nodes_.terminal(0);  // kUnitFamily
    }

    void shape() {
        shape_.resize(multiset_.num_nodes);
        shape_[0] = kEmptyFamily;
        for (std::size_t v = 1; v < multiset_.num_nodes; ++v) {
            pulse_.within(v);
            const MultisetNode& node = multiset_.nodes[v];
            shape_[v] = node.is_terminal() ? kUnitFamily
                                           : nodes_.make(node.level, shape_[node.low], shape_[node.high]);
        }
    }

    void weigh() {
        Array<std::uint64_t> below(multiset_.num_nodes), paths(multiset_.num_nodes, 0);
        below[0] = 0;
        for (std::size_t v = 1; v < multiset_.num_nodes; ++v) {
            pulse_.within(v);
            const MultisetNode& node = multiset_.nodes[v];
            below[v] = node.is_terminal() ? node.weight() : below[node.low] + below[node.high];
        }
        weights_.assign(nodes_.size(), {0, 0});
        paths[multiset_.root()] = 1;
        for (std::size_t v = multiset_.root(); v > 0; --v) {
            pulse_.within(v);
            const MultisetNode& node = multiset_.nodes[v];
            if (node.is_terminal()) {
                if (v == multiset_.root()) weights_[kUnitFamily].low = node.weight();
                continue;
            }
            weights_[shape_[v]].low += paths[v] * below[node.low];
            weights_[shape_[v]].high += paths[v] * below[node.high];
            paths[node.low] += paths[v];
            paths[node.high] += paths[v];
        }
    }

    // Children first, low before high; the nodes of a chain, whose low branches are empty, come just
    // before the node the chain hangs on.
    void number() {
        end_.resize(nodes_.size());
        end_[0] = 0, end_[1] = 1;
        for (std::uint32_t v = 2; v < nodes_.size(); ++v)
            end_[v] = nodes_[v].low == kEmptyFamily ? end_[nodes_[v].high] : v;
        number_.assign(nodes_.size(), 0);
        number_[kUnitFamily] = kUnitFamily;
        if (!weights_.empty()) {
            zdd_.low_weight.assign(2, 0.0);
            zdd_.high_weight.assign(2, 0.0);
            zdd_.low_weight[1] = static_cast<double>(weights_[kUnitFamily].low);
        }
        const std::uint32_t root = shape_[multiset_.root()];
        wait(end_[root]);
        while (!waiting_.empty()) {
            auto& [v, stage] = waiting_.back();
            const MultisetNode node = nodes_[v];
            if (stage < 2) {
                wait(end_[stage++ == 0 ? node.low : node.high]);  // `stage` is not touched after that
                continue;
            }
            add_chain(node.low);
            add_chain(node.high);
            add(v);
            waiting_.pop_back();
            pulse_.within(zdd_.level.size());
        }
        add_chain(root);
        zdd_.root = number_[root];
    }

    void wait(std::uint32_t v) {
        if (v != kEmptyFamily && !number_[v]) waiting_.push_back({v, 0});
    }

    void add_chain(std::uint32_t v) {
        for (; v != kEmptyFamily && !number_[v]; v = nodes_[v].high) chain_.push_back(v);
        for (; !chain_.empty(); chain_.pop_back()) add(chain_.back());
    }

    void add(std::uint32_t v) {
        const MultisetNode& node = nodes_[v];
        number_[v] = zdd_.add(node.level, number_[node.low], number_[node.high]);
        if (weights_.empty()) return;
        zdd_.low_weight.push_back(static_cast<double>(weights_[v].low));
        zdd_.high_weight.push_back(static_cast<double>(weights_[v].high));
    }

    struct Visit {
        std::uint32_t node, stage;
    };

    const MultisetView& multiset_;
    Pulse& pulse_;
    MultisetStore nodes_;  // of the ZDD
    Array<std::uint32_t> shape_, end_, number_, chain_;
    Array<Weights> weights_;
    Array<Visit> waiting_;
    Zdd zdd_;
};

}  // namespace nzdd
