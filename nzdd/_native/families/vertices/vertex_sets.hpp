// The rule of families of vertex sets of an undirected multigraph. A state says what the decided vertices
// with undecided neighbours, and the undecided ones with decided neighbours, have to keep
// (neighbour_counts.hpp); which of the chosen ones are connected; the sums of weights so far; and the node
// of another family that the choice has come to. What no condition needs has no bytes.
#pragma once

#include <cstring>
#include <functional>
#include <variant>
#include <vector>

#include "diagram/zdd.hpp"
#include "families/search/bounded_sum.hpp"
#include "families/search/components.hpp"
#include "families/search/frontier_search.hpp"
#include "families/vertices/neighbour_counts.hpp"
#include "families/vertices/vertex_steps.hpp"

namespace nzdd {

// A bound of the sum of a set's weights, for the steps of a search.
using SumMaker = std::function<AnyBoundedSum(const VertexSteps&)>;

struct VertexConditions {
    NeighbourCounts counts;
    bool count_rest,
        connect_rest;  // whether counts, or components and cycles, are those of the other vertices
    bool acyclic;
    std::uint32_t least_components, most_components;
    const bool *required, *forbidden;  // of each vertex
    std::vector<SumMaker> sums;
    const ZddView* within;  // over the levels of the order, or null

    static constexpr std::uint32_t kNoBound = 0xffffffff;

    bool connected() const { return acyclic || least_components > 0 || most_components < kNoBound; }
};

template <class Code>
class VertexSets {
public:
    VertexSets(const VertexSteps& plan, const VertexConditions& conditions)
        : plan_(&plan), conditions_(&conditions), connected_(conditions.connected()), labels_(8) {
        for (const SumMaker& make : conditions.sums) {
            sums_.push_back({make(plan), labels_});
            labels_ += std::visit([](const auto& sum) { return sum.bytes(); }, sums_.back().sum);
        }
        codes_ = labels_ + (connected_ ? plan.num_places * sizeof(Code) : 0);
        bytes_ = codes_ + (conditions.counts.all() ? 0 : plan.num_slots);
    }

    std::size_t num_steps() const { return plan_->steps.size(); }
    std::size_t state_bytes() const { return (bytes_ + 7) / 8 * 8; }

    void start(unsigned char* state) const {
        std::fill_n(state, state_bytes(), 0);  // sums of zero, too
        std::fill(state + labels_, state + codes_, 0xff);
        if (conditions_->within) put(state, kNode, conditions_->within->root);
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const VertexSteps::Step& step = plan_->steps[index];
        if (take ? conditions_->forbidden[step.vertex] : conditions_->required[step.vertex])
            return kEmptyFamily;
        if (conditions_->within && !follow(state, index, take)) return kEmptyFamily;
        for (const Placed& placed : sums_) {
            const auto add = [&](const auto& sum) { return sum.add(state + placed.at, index, take); };
            if (!std::visit(add, placed.sum)) return kEmptyFamily;
        }
        if (!conditions_->counts.all() &&
            !conditions_->counts.decide(state + codes_, *plan_, step, take != conditions_->count_rest))
            return kEmptyFamily;
        const bool end = index + 1 == num_steps();
        if (connected_ && !connect(state, step, take != conditions_->connect_rest, end)) return kEmptyFamily;
        return end ? kUnitFamily : kOpen;
    }

private:
    struct Placed {
        AnyBoundedSum sum;
        std::size_t at;  // where it is in a state
    };

    static constexpr std::size_t kNode = 0, kComplete = 4;  // components, in a state

    static std::uint32_t get(const unsigned char* state, std::size_t at) {
        std::uint32_t value;
        std::memcpy(&value, state + at, sizeof(value));
        return value;
    }
    static void put(unsigned char* state, std::size_t at, std::uint32_t value) {
        std::memcpy(state + at, &value, sizeof(value));
    }

    bool follow(unsigned char* state, std::size_t index, bool take) const {
        const ZddView& zdd = *conditions_->within;
        std::uint32_t node = get(state, kNode);
        if (zdd.level[node] != index) return !take && node != kEmptyFamily;
        node = take ? zdd.high[node] : zdd.low[node];
        put(state, kNode, node);
        return node != kEmptyFamily;
    }

    bool connect(unsigned char* state, const VertexSteps::Step& step, bool chosen, bool end) const {
        Components<Code> parts{reinterpret_cast<Code*>(state + labels_), plan_->num_places};
        const auto* neighbours = plan_->neighbours.data();
        const auto in = [&](const VertexSteps::Neighbour& neighbour) {
            return neighbour.place != VertexSteps::kNone && parts.label[neighbour.place] != parts.kNone;
        };
        std::uint32_t complete = get(state, kComplete);
        if (chosen) {
            if (conditions_->acyclic && step.loop) return false;
            std::uint32_t place = step.place;  // a place in the component of the vertex
            if (place != VertexSteps::kNone) parts.add(place);
            for (std::size_t k = step.begin; k < step.end; ++k) {
                if (!in(neighbours[k])) continue;
                const std::uint32_t other = neighbours[k].place;
                if (conditions_->acyclic && neighbours[k].parallel) return false;
                if (place == VertexSteps::kNone) {
                    place = other;
                    continue;
                }
                if (conditions_->acyclic && parts.label[other] == parts.label[place]) return false;
                parts.join(other, place);
            }
            complete += place == VertexSteps::kNone;
        }
        for (std::size_t k = step.begin; k < step.end; ++k)
            if (neighbours[k].rest == 0 && in(neighbours[k]))
                complete += parts.leave(neighbours[k].place) == parts.kNone;
        const std::uint32_t least = conditions_->least_components, most = conditions_->most_components;
        if (most == VertexConditions::kNoBound) complete = std::min(complete, least);
        put(state, kComplete, complete);
        if (end) return least <= complete && complete <= most;
        return complete < most || (complete == most && parts.count() == 0);
    }

    const VertexSteps* plan_;
    const VertexConditions* conditions_;
    bool connected_;
    std::size_t labels_, codes_, bytes_;  // where they begin in a state, and its end
    std::vector<Placed> sums_;
};

}  // namespace nzdd
