// The conditions of a caller on sets of edges, and what a search makes of them.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "c/interface/given_sum.hpp"
#include "c/interface/handles.hpp"
#include "families/conditions/components/acyclic.hpp"
#include "families/conditions/components/bipartite.hpp"
#include "families/conditions/components/component_count.hpp"
#include "families/conditions/components/component_weights.hpp"
#include "families/conditions/components/groups.hpp"
#include "families/conditions/components/separated.hpp"
#include "families/conditions/constrained_sets.hpp"
#include "families/conditions/degrees/degree_counts.hpp"
#include "families/conditions/degrees/degrees.hpp"
#include "families/conditions/degrees/induced.hpp"
#include "families/conditions/edges/edge_count.hpp"
#include "families/conditions/edges/fixed_edges.hpp"
#include "families/conditions/edges/linear_bounds.hpp"
#include "families/conditions/edges/within.hpp"

namespace nzdd {

// Numbers from the least to the greatest one, both included.
struct NumberRange {
    std::uint32_t least, most;
    bool operator==(const NumberRange&) const = default;
};

}  // namespace nzdd

struct nzdd_conditions {
    std::vector<nzdd::NumberRange> degrees, out_degrees, in_degrees;  // of each vertex; empty for any
    std::map<std::uint32_t, nzdd::NumberRange> degree_counts;         // how many vertices have a degree
    std::optional<nzdd::NumberRange> num_edges, components, component_weights;
    bool spanning = false, acyclic = false, bipartite = false, induced = false, partition = false,
         grouped = false;
    std::vector<std::uint32_t> group, weights;
    std::vector<nzdd::GivenSum> sums;
    std::vector<std::int8_t> fixed;
    std::optional<nzdd_zdd> within;
};

namespace nzdd {

inline Array<std::uint32_t> numbers(const NumberRange& range, std::uint32_t most) {
    Array<std::uint32_t> list;
    for (std::uint64_t value = range.least; value <= std::min(range.most, most); ++value)
        list.push_back(static_cast<std::uint32_t>(value));
    return list;
}

// The conditions of one search, with the arrays that they read.
class ConditionMakers {
public:
    // `within`: of the conditions, in the order of the task.
    ConditionMakers(const nzdd_conditions& given, const ZddView* within, const EdgeTask& task)
        : given_(given), task_(task) {
        const auto check = [&](std::size_t size, std::size_t number, const char* what) {
            if (size != 0 && size != number)
                throw std::invalid_argument("the conditions name " + std::to_string(size) + " " + what +
                                            ", but the graph has " + std::to_string(number));
        };
        for (const auto* degrees : {&given.degrees, &given.out_degrees, &given.in_degrees})
            check(degrees->size(), task.num_vertices, "vertices");
        check(given.group.size(), task.num_vertices, "vertices");
        check(given.weights.size(), task.num_vertices, "vertices");
        for (const GivenSum& sum : given.sums) check(sum.size(), task.num_edges, "edges");
        check(given.fixed.size(), task.num_edges, "edges");
        find_fixed();
        add_degrees(given.degrees, true, true);
        add_degrees(given.out_degrees, true, false);
        add_degrees(given.in_degrees, false, true);
        if (given.num_edges) {
            counts_ = numbers(*given.num_edges, static_cast<std::uint32_t>(task.num_edges));
            add([this]<class Code>(const Setting& setting) {
                return std::make_unique<EdgeCount<Code>>(setting.plan, counts_.data(), counts_.size(),
                                                         setting.pulse);
            });
        }
        for (const GivenSum& sum : given.sums)
            add([&sum]<class Code>(const Setting& setting) {
                return std::make_unique<LinearBounds<Code, Integer128>>(setting.plan, sum.bounds());
            });
        if (within) add_within(*within);
        if (given.acyclic) add_plain<Acyclic>();
        if (!given.group.empty())
            add([this]<class Code>(const Setting& setting) {
                return std::make_unique<Groups<Code>>(setting.plan, setting.num_vertices, given_.group.data(),
                                                      given_.grouped, setting.all_vertices);
            });
        if (given.bipartite) add_plain<Bipartite>();
        if (given.induced) add_plain<Induced>();
        if (given.partition) add_plain<Separated>();
        if (given.component_weights)
            add([this]<class Code>(const Setting& setting) {
                return std::make_unique<ComponentWeights<Code>>(
                    setting.plan, setting.all_vertices, given_.weights.data(),
                    given_.component_weights->least, given_.component_weights->most);
            });
        add_degree_counts();
        if (given.components)
            add([this]<class Code>(const Setting& setting) {
                return std::make_unique<ComponentCount<Code>>(
                    setting.plan, setting.all_vertices, given_.components->least, given_.components->most);
            });
    }

    Zdd search(Pulse& pulse) const {
        if (impossible_) return Zdd();
        std::vector<const ConditionMaker*> list;
        for (const ConditionMaker& maker : makers_) list.push_back(&maker);
        const bool all_vertices = given_.spanning || given_.partition ||
                                  (!given_.components && !given_.grouped && !given_.component_weights);
        return constrained_sets(task_, useful_.data(), all_vertices, list, pulse);
    }

private:
    template <class Make>
    void add(const Make& make) {
        makers_.push_back(ConditionMaker::of(make));
    }

    template <template <class> class Rule>
    void add_plain() {
        add([]<class Code>(const Setting& setting) { return std::make_unique<Rule<Code>>(setting.plan); });
    }

    // Edges that are never taken play no part, except where their ends must not be together.
    void find_fixed() {
        bool any = false;
        for (std::size_t i = 0; i < task_.num_edges; ++i) {
            const int fixed = given_.fixed.empty() ? 0 : given_.fixed[i];
            const bool loop = task_.ends[2 * i] == task_.ends[2 * i + 1];
            required_.push_back(fixed > 0);
            forbidden_.push_back(fixed < 0 || (loop && (given_.acyclic || given_.bipartite)));
            useful_.push_back(given_.induced || given_.partition || !forbidden_[i]);
            impossible_ |= required_[i] && forbidden_[i];
            any |= required_[i] || (forbidden_[i] && useful_[i]);
        }
        if (any)
            add([this]<class Code>(const Setting& setting) {
                return std::make_unique<FixedEdges<Code>>(setting.plan, required_.data(), forbidden_.data());
            });
    }

    void add_degrees(const std::vector<NumberRange>& degrees, bool first, bool second) {
        if (degrees.empty()) return;
        std::uint32_t most = 0;
        Array<std::uint32_t> degree(task_.num_vertices, 0);
        for (std::size_t i = 0; i < 2 * task_.num_edges; ++i)
            if (useful_[i / 2] && (i % 2 == 0 ? first : second))
                most = std::max(most, ++degree[task_.ends[i]]);
        NumberSets& sets = sets_.emplace_back();
        std::vector<NumberRange> kinds;
        for (const NumberRange& range : degrees) {
            const auto found = std::find(kinds.begin(), kinds.end(), range);
            sets.of.push_back(static_cast<std::uint32_t>(found - kinds.begin()));
            if (found != kinds.end()) continue;
            kinds.push_back(range);
            sets.add(range, most);
        }
        add([&sets, first, second]<class Code>(const Setting& setting) {
            const DegreeSets given{
                sets.of.data(), sets.values.data(), sets.offsets.data(), sets.size(), first, second};
            return std::make_unique<Degrees<Code>>(setting.plan, setting.num_vertices, given, setting.pulse);
        });
    }

    void add_degree_counts() {
        NumberSets& sets = sets_.emplace_back();
        for (const auto& [degree, range] : given_.degree_counts) {
            if (degree <= 2 * task_.num_edges) {
                sets.of.push_back(degree);
                sets.add(range, static_cast<std::uint32_t>(task_.num_vertices));
            } else {  // no vertex has such a degree
                impossible_ |= range.least > 0;
            }
        }
        if (sets.size() == 0) return;
        add([&sets]<class Code>(const Setting& setting) {
            const DegreeNumbers given{sets.of.data(), sets.values.data(), sets.offsets.data(), sets.size()};
            return std::make_unique<DegreeCounts<Code>>(setting.plan, setting.num_vertices, given,
                                                        setting.pulse);
        });
    }

    void add_within(const ZddView& family) {
        level_.resize(task_.num_edges);
        for (std::size_t i = 0; i < task_.num_edges; ++i)
            level_[task_.order[i]] = static_cast<std::uint32_t>(i);
        add([this, &family]<class Code>(const Setting& setting) {
            return std::make_unique<Within<Code>>(setting.plan, level_.data(), family);
        });
    }

    // Sets of numbers, and what each is of.
    struct NumberSets {
        Array<std::uint32_t> of, values;
        Array<std::int64_t> offsets{0};

        std::size_t size() const { return offsets.size() - 1; }
        void add(const NumberRange& range, std::uint32_t most) {
            const Array<std::uint32_t> list = numbers(range, most);
            values.append(list.data(), list.size());
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
    };

    const nzdd_conditions& given_;
    const EdgeTask& task_;
    std::deque<ConditionMaker> makers_;
    Array<bool> required_, forbidden_, useful_;
    bool impossible_ = false;
    std::deque<NumberSets> sets_;
    Array<std::uint32_t> counts_, level_;
};

}  // namespace nzdd
