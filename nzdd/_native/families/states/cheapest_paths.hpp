// Of the paths that spell the same set of symbols the cheapest. Whatever the order of the symbols on its
// path, a set is the sum of two pseudo-random words of each of its symbols (128 bits, so that no two sets
// agree). A node is met once for each set that leads to it, so time and memory are O(edges x sets), hashing
// apart: for families that can be listed.
#pragma once

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "families/search/frontier_search.hpp"
#include "families/states/path_nodes.hpp"

namespace nzdd {

class CheapestPaths {
public:
    // Of a diagram of which no path repeats a symbol, and no edge has several.
    static CostedNzdd diagram(const NzddView& nzdd, const double* costs, std::uint64_t max_states,
                              Pulse& pulse) {
        CheapestPaths paths(nzdd, costs, max_states, pulse);
        paths.search();
        return paths.collect();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    // A set of symbols that leads to a node, by the cheapest path known.
    struct Meeting {
        std::uint64_t low, high;  // the sums of the set
        double cost;
        std::uint32_t node, before, edge;  // the meeting and the edge that lead here
        std::uint32_t next;                // another meeting of the node
    };

    CheapestPaths(const NzddView& nzdd, const double* costs, std::uint64_t max_states, Pulse& pulse)
        : nzdd_(nzdd),
          costs_(costs),
          max_states_(std::min<std::uint64_t>(max_states, kNone - 1)),
          pulse_(pulse),
          slots_(pulse),
          latest_(nzdd.num_nodes, kNone),
          begin_(nzdd.num_nodes + 1, 0) {
        for (std::size_t e = 0; e < nzdd.num_edges; ++e) ++begin_[nzdd.source[e] + 1];
        for (std::size_t v = 0; v < nzdd.num_nodes; ++v) begin_[v + 1] += begin_[v];
    }

    std::uint32_t symbol(std::size_t e) const {
        const auto begin = nzdd_.label_offsets[e];
        return begin == nzdd_.label_offsets[e + 1] ? kNoSymbol : nzdd_.labels[begin];
    }

    void search() {
        pulse_.stage("cheapest paths");
        meet({0, 0, 0.0, 0, kNone, kNone, kNone});
        for (std::uint32_t v = 0; v + 1 < nzdd_.num_nodes; ++v)
            for (std::uint32_t at = latest_[v]; at != kNone; at = meetings_[at].next)
                for (std::size_t e = begin_[v]; e < begin_[v + 1]; ++e) {
                    pulse_.within(steps_++);
                    Meeting after = meetings_[at];
                    if (symbol(e) != kNoSymbol) {
                        after.low += scramble(symbol(e));
                        after.high += scramble(~std::uint64_t{symbol(e)});
                    }
                    after.cost += costs_[e];
                    after.node = nzdd_.target[e];
                    after.before = at;
                    after.edge = static_cast<std::uint32_t>(e);
                    meet(after);
                }
    }

    void meet(Meeting meeting) {
        const auto is_it = [&](const HashedNumber& known) {
            const Meeting& other = meetings_[known.number - 1];
            return other.low == meeting.low && other.high == meeting.high && other.node == meeting.node;
        };
        const std::uint64_t hash = mix(meeting.low ^ mix(meeting.node));
        HashedNumber& slot =
            slots_.find(hash, [&](const HashedNumber& known) { return known.agrees(hash) && is_it(known); });
        if (!is_free(slot)) {
            Meeting& known = meetings_[slot.number - 1];
            meeting.next = known.next;
            if (meeting.cost < known.cost) known = meeting;
            return;
        }
        if (meetings_.size() >= max_states_) throw TooManyStates(max_states_);
        meeting.next = latest_[meeting.node];
        meetings_.push_back(meeting);
        latest_[meeting.node] = static_cast<std::uint32_t>(meetings_.size() - 1);
        slot = HashedNumber::of(hash, static_cast<std::uint32_t>(meetings_.size()));
        slots_.filled([](const HashedNumber& known) { return known.hash(); });
    }

    // The paths to all sets that reach the leaf, a tree, from its leaves up. Meetings of a later node come
    // first.
    CostedNzdd collect() {
        pulse_.stage("merge");
        Array<std::uint32_t> child(meetings_.size(), kNone), sibling(meetings_.size(), kNone);
        Array<std::uint32_t> node(meetings_.size(), PathNodes::kNowhere);
        PathNodes nodes(pulse_);
        for (auto v = static_cast<std::uint32_t>(nzdd_.num_nodes); v-- > 0;)
            for (std::uint32_t at = latest_[v]; at != kNone; at = meetings_[at].next) {
                pulse_.within(at);
                if (v + 1 == nzdd_.num_nodes) {
                    node[at] = PathNodes::kLeaf;
                } else {
                    for (std::uint32_t to = child[at]; to != kNone; to = sibling[to])
                        nodes.edge(symbol(meetings_[to].edge), node[to], costs_[meetings_[to].edge]);
                    node[at] = nodes.make();
                }
                if (node[at] == PathNodes::kNowhere || meetings_[at].before == kNone) continue;
                sibling[at] = child[meetings_[at].before];
                child[meetings_[at].before] = at;
            }
        return nodes.diagram(node[0], pulse_);
    }

    const NzddView& nzdd_;
    const double* costs_;
    std::uint64_t max_states_, steps_ = 0;
    Pulse& pulse_;
    HashSlots<HashedNumber> slots_;  // numbers plus one
    Array<Meeting> meetings_;
    Array<std::uint32_t> latest_;  // a list of the meetings of each node
    Array<std::size_t> begin_;
};

}  // namespace nzdd
