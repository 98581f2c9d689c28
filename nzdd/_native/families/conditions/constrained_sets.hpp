// The family of the sets of edges that keep several conditions at once, found in one frontier search.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "families/conditions/conjunction.hpp"
#include "families/search/edge_search.hpp"

namespace nzdd {

// What a condition needs to know of the search.
struct Setting {
    const EdgeSteps& plan;
    std::size_t num_vertices;
    bool all_vertices;  // whether a vertex without an edge is a component
    Pulse& pulse;
};

// A condition before the order of the edges is known.
struct ConditionMaker {
    std::function<void(Conjunction<std::uint8_t>&, const Setting&)> narrow;
    std::function<void(Conjunction<std::uint16_t>&, const Setting&)> wide;

    // `make.template operator()<Code>(setting)`: a unique pointer to the condition.
    template <class Make>
    static ConditionMaker of(const Make& make) {
        return {[make](auto& all, const Setting& setting) {
                    all.add(make.template operator()<std::uint8_t>(setting));
                },
                [make](auto& all, const Setting& setting) {
                    all.add(make.template operator()<std::uint16_t>(setting));
                }};
    }
};

namespace constrained {

template <class Code, class MakerPart>
Zdd search(const Setting& setting, const std::vector<const ConditionMaker*>& makers, MakerPart part,
           const UsefulSequence& sequence, const EdgeTask& task) {
    Conjunction<Code> all(setting.plan, setting.all_vertices);
    for (const ConditionMaker* maker : makers) (maker->*part)(all, setting);
    const std::uint32_t family = all.prepare(setting.num_vertices);
    if (family != kOpen) return settled(family, task.measure);
    return sequence.spread(
        searched(std::move(all), sequence.edges, task.measure, task.max_states, setting.pulse));
}

}  // namespace constrained

// `useful`: edges that may be taken.
inline Zdd constrained_sets(const EdgeTask& task, const bool* useful, bool all_vertices,
                            const std::vector<const ConditionMaker*>& makers, Pulse& pulse) {
    const UsefulSequence sequence(task, useful);
    EdgeSteps plan(task.ends, task.num_vertices, {}, sequence.edges);
    plan.num_slots = std::max(plan.num_slots, 1u);
    const Setting setting{plan, task.num_vertices, all_vertices, pulse};
    if (plan.num_slots <= Conjunction<std::uint8_t>::kMostSlots) try {
            return constrained::search<std::uint8_t>(setting, makers, &ConditionMaker::narrow, sequence,
                                                     task);
        } catch (const CodesTooNarrow&) {  // wide ones then
        }
    check_slots(plan.num_slots, Conjunction<std::uint16_t>::kMostSlots);
    return constrained::search<std::uint16_t>(setting, makers, &ConditionMaker::wide, sequence, task);
}

}  // namespace nzdd
