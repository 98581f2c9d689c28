// Nodes of two kinds of diagrams in one table: of families as ZDDs, and of families that with each set hold
// all that contain it, as binary decision diagrams. In those a level that is skipped stands for a symbol that
// may or may not be in a set, and the terminals are no set and all sets. Operations run on a stack of their
// own, so depth does not matter; their results are kept. Memory O(nodes + steps).
#pragma once

#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

class MonotoneDiagrams {
public:
    struct Node {
        std::uint32_t level, low, high;
    };

    MonotoneDiagrams(std::uint64_t max_nodes, Pulse& pulse)
        : pulse_(pulse), max_nodes_(max_nodes), known_(pulse), conjunctions_(pulse), differences_(pulse) {
        nodes_.push_back({kNoLevel, 0, 0});
        nodes_.push_back({kNoLevel, 1, 1});
    }

    std::size_t size() const { return nodes_.size(); }
    const Node& operator[](std::uint32_t id) const { return nodes_[id]; }

    std::uint32_t make_zdd(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        return high == kEmptyFamily ? low : find(level, low, high);
    }
    std::uint32_t make_bdd(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        return low == high ? low : find(level, low, high);
    }

    // The sets that both BDDs hold.
    std::uint32_t conjunction(std::uint32_t f, std::uint32_t g) {
        return apply(
            f, g, conjunctions_,
            [](std::uint32_t& f, std::uint32_t& g) -> std::uint32_t {
                if (g < f) std::swap(f, g);
                if (f == 0 || f == g) return f;
                return f == 1 ? g : kNone;
            },
            [this](std::uint32_t id, std::uint32_t level, bool high) { return cofactor(id, level, high); },
            [this](std::uint32_t level, std::uint32_t low, std::uint32_t high) {
                return make_bdd(level, low, high);
            });
    }

    // The sets of the ZDD f that the ZDD g does not hold.
    std::uint32_t difference(std::uint32_t f, std::uint32_t g) {
        return apply(
            f, g, differences_,
            [this](std::uint32_t& f, std::uint32_t& g) -> std::uint32_t {
                while (nodes_[g].level < nodes_[f].level) g = nodes_[g].low;
                if (f == 0 || f == g) return kEmptyFamily;
                return g == 0 ? f : kNone;
            },
            [this](std::uint32_t id, std::uint32_t level, bool high) {
                return nodes_[id].level != level && high ? kEmptyFamily : cofactor(id, level, high);
            },
            [this](std::uint32_t level, std::uint32_t low, std::uint32_t high) {
                return make_zdd(level, low, high);
            });
    }

    // The ZDD of a root.
    Zdd zdd(std::uint32_t root) const {
        Zdd zdd;
        Array<std::uint32_t> ids(std::max<std::size_t>(root + std::size_t{1}, 2), 0);
        ids[root] = 1;
        for (std::uint32_t v = root; v >= 2; --v) {
            pulse_.within(v);
            if (ids[v]) ids[nodes_[v].low] = ids[nodes_[v].high] = 1;
        }
        ids[kEmptyFamily] = kEmptyFamily;
        ids[kUnitFamily] = kUnitFamily;
        for (std::uint32_t v = 2; v <= root; ++v) {
            pulse_.within(v);
            if (ids[v]) ids[v] = zdd.add(nodes_[v].level, ids[nodes_[v].low], ids[nodes_[v].high]);
        }
        zdd.root = ids[root];
        return zdd;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Result {
        std::uint32_t f = 0, g = 0, result = 0;  // f and g differ where it is filled
        friend bool is_free(const Result& slot) { return slot.f == slot.g; }
    };
    using Results = HashSlots<Result, 4>;

    struct Frame {
        std::uint32_t f, g, level, low;
        bool on_high;
    };

    static std::uint64_t hash(std::uint32_t f, std::uint32_t g) { return mix(std::uint64_t{f} << 32 | g); }

    std::uint32_t cofactor(std::uint32_t id, std::uint32_t level, bool high) const {
        const Node& node = nodes_[id];
        return node.level != level ? id : high ? node.high : node.low;
    }

    std::uint32_t find(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        std::uint32_t& slot = known_.find(hash_node(level, low, high), [&](std::uint32_t id) {
            const Node& node = nodes_[id];
            return node.low == low && node.high == high && node.level == level;
        });
        if (!is_free(slot)) return slot;
        if (nodes_.size() >= std::min<std::uint64_t>(max_nodes_, kNone)) throw TooManyStates(max_nodes_);
        const auto id = slot = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({level, low, high});
        known_.filled([this](std::uint32_t each) {
            return hash_node(nodes_[each].level, nodes_[each].low, nodes_[each].high);
        });
        return id;
    }

    template <class Obvious, class Cofactor, class Make>
    std::uint32_t apply(std::uint32_t f, std::uint32_t g, Results& results, const Obvious& obvious,
                        const Cofactor& child, const Make& make) {
        for (;;) {
            std::uint32_t result = obvious(f, g);
            if (result == kNone) {
                const Result& known =
                    results.find(hash(f, g), [&](const Result& slot) { return slot.f == f && slot.g == g; });
                if (!is_free(known)) result = known.result;
            }
            if (result == kNone) {
                pulse_.within(++steps_);
                const std::uint32_t level = std::min(nodes_[f].level, nodes_[g].level);
                stack_.push_back({f, g, level, 0, false});
                f = child(stack_.back().f, level, false);
                g = child(stack_.back().g, level, false);
                continue;
            }
            for (; !stack_.empty() && stack_.back().on_high; stack_.pop_back()) {
                const Frame& frame = stack_.back();
                result = make(frame.level, frame.low, result);
                results.find(hash(frame.f, frame.g), [](const Result&) { return false; }) = {frame.f, frame.g,
                                                                                             result};
                results.filled([](const Result& known) { return hash(known.f, known.g); });
            }
            if (stack_.empty()) return result;
            Frame& frame = stack_.back();
            frame.low = result;
            frame.on_high = true;
            f = child(frame.f, frame.level, true);
            g = child(frame.g, frame.level, true);
        }
    }

    Pulse& pulse_;
    std::uint64_t max_nodes_, steps_ = 0;
    Array<Node> nodes_;
    HashSlots<std::uint32_t, 4> known_;
    Results conjunctions_, differences_;
    Array<Frame> stack_;
};

}  // namespace nzdd
