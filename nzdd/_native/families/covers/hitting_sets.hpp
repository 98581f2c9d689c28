// Hitting sets, or transversals: the sets that meet each row of a family; all of them, or those that contain
// no other one. (T. Toda 2013, Fast compression of large-scale hypergraphs for solving combinatorial
// problems; D. E. Knuth, TAOCP 4A, 7.1.4, exercises 236 and 237.)
#pragma once

#include "base/array.hpp"
#include "diagram/zdd.hpp"
#include "families/covers/monotone_diagram.hpp"

namespace nzdd {

class HittingSets {
public:
    static Zdd diagram(const ZddView& rows, std::uint32_t num_levels, bool minimal, std::uint64_t max_nodes,
                       Pulse& pulse) {
        HittingSets sets(max_nodes, pulse);
        pulse.stage("hit rows");
        const std::uint32_t all = sets.of(rows);
        return sets.nodes_.zdd(minimal ? sets.minimal(all) : sets.spread(all, num_levels));
    }

private:
    HittingSets(std::uint64_t max_nodes, Pulse& pulse) : pulse_(pulse), nodes_(max_nodes, pulse) {}

    // As a BDD, node by node. A set without the symbol of a node has to meet the rows that hold it and
    // those that do not; one with the symbol the latter only.
    std::uint32_t of(const ZddView& rows) {
        return sweep<std::uint32_t>(rows, 1, 0, [&](std::size_t v, std::uint32_t low, std::uint32_t high) {
            pulse_.within(v);
            return nodes_.make_bdd(rows.level[v], nodes_.conjunction(low, high), low);
        })[rows.root];
    }

    // Those of its sets that contain no other one. Among the sets with the top symbol they are the minimal
    // ones where it is taken, but for those that do not need it.
    std::uint32_t minimal(std::uint32_t root) {
        return each(root, [&](std::uint32_t level, std::uint32_t low, std::uint32_t high) {
            return nodes_.make_zdd(level, low, nodes_.difference(high, low));
        });
    }

    // All sets, as a ZDD: a node for each level.
    std::uint32_t spread(std::uint32_t root, std::uint32_t num_levels) {
        const auto down_to = [&](std::uint32_t id, std::uint32_t level) {
            const std::uint32_t from = id < 2 ? num_levels : nodes_[id].level;
            for (std::uint32_t at = from; id != kEmptyFamily && at-- > level;)
                id = nodes_.make_zdd(at, id, id);
            return id;
        };
        const std::uint32_t top = each(root, [&](std::uint32_t level, std::uint32_t low, std::uint32_t high) {
            return nodes_.make_zdd(level, down_to(low, level + 1), down_to(high, level + 1));
        });
        return down_to(top, 0);
    }

    // `make(level, low, high)` at each node that the root reaches, of what it made of the children.
    template <class Make>
    std::uint32_t each(std::uint32_t root, const Make& make) {
        Array<std::uint32_t> made(std::max<std::size_t>(root + std::size_t{1}, 2), 0);
        made[root] = 1;
        for (std::uint32_t v = root; v >= 2; --v)
            if (made[v]) made[nodes_[v].low] = made[nodes_[v].high] = 1;
        made[0] = 0;
        made[1] = 1;
        for (std::uint32_t v = 2; v <= root; ++v) {
            pulse_.within(v);
            const auto [level, low, high] = nodes_[v];
            if (made[v]) made[v] = make(level, made[low], made[high]);
        }
        return made[root];
    }

    Pulse& pulse_;
    MonotoneDiagrams nodes_;
};

}  // namespace nzdd
