// All sets of edges of a graph that keep some conditions at once.
#include <deque>
#include <numeric>
#include <optional>
#include <vector>

#include "c/interface/given_sum.hpp"
#include "c/interface/graph.hpp"
#include "families/conditions/components/acyclic.hpp"
#include "families/conditions/components/bipartite.hpp"
#include "families/conditions/components/component_count.hpp"
#include "families/conditions/components/component_weights.hpp"
#include "families/conditions/components/groups.hpp"
#include "families/conditions/components/separated.hpp"
#include "families/conditions/constrained_sets.hpp"
#include "families/conditions/degrees/degrees.hpp"
#include "families/conditions/degrees/induced.hpp"
#include "families/conditions/edges/edge_count.hpp"
#include "families/conditions/edges/fixed_edges.hpp"
#include "families/conditions/edges/linear_bounds.hpp"

using namespace nzdd;

// Numbers from the least to the greatest one, both included.
struct NumberRange {
    std::uint32_t least, most;
    bool operator==(const NumberRange&) const = default;
};

struct nzdd_conditions {
    std::vector<NumberRange> degrees;  // of each vertex; empty for any
    std::optional<NumberRange> num_edges, components, component_weights;
    bool spanning = false, acyclic = false, bipartite = false, induced = false, partition = false,
         grouped = false;
    std::vector<std::uint32_t> group, weights;
    std::vector<GivenSum> sums;
    std::vector<std::int8_t> fixed;
};

namespace {

template <class Change>
nzdd_status changed(nzdd_conditions* conditions, const Change& change) noexcept {
    return guarded([&] { change(need(conditions, "conditions")); });
}

Array<std::uint32_t> numbers(const NumberRange& range, std::uint32_t most) {
    Array<std::uint32_t> list;
    for (std::uint64_t value = range.least; value <= std::min(range.most, most); ++value)
        list.push_back(static_cast<std::uint32_t>(value));
    return list;
}

// The conditions of one search, with the arrays that they read.
class Makers {
public:
    Makers(const nzdd_conditions& given, const EdgeTask& task) : given_(given), task_(task) {
        const auto check = [&](std::size_t size, std::size_t number, const char* what) {
            if (size != 0 && size != number)
                throw std::invalid_argument("the conditions name " + std::to_string(size) + " " + what +
                                            ", but the graph has " + std::to_string(number));
        };
        check(given.degrees.size(), task.num_vertices, "vertices");
        check(given.group.size(), task.num_vertices, "vertices");
        check(given.weights.size(), task.num_vertices, "vertices");
        for (const GivenSum& sum : given.sums) check(sum.size(), task.num_edges, "edges");
        check(given.fixed.size(), task.num_edges, "edges");
        find_fixed();
        if (!given.degrees.empty()) add_degrees();
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

    void add_degrees() {
        std::uint32_t most = 0;
        Array<std::uint32_t> degree(task_.num_vertices, 0);
        for (std::size_t i = 0; i < 2 * task_.num_edges; ++i)
            if (useful_[i / 2]) most = std::max(most, ++degree[task_.ends[i]]);
        std::vector<NumberRange> kinds;
        for (const NumberRange& range : given_.degrees) {
            const auto found = std::find(kinds.begin(), kinds.end(), range);
            kind_.push_back(static_cast<std::uint32_t>(found - kinds.begin()));
            if (found != kinds.end()) continue;
            kinds.push_back(range);
            const Array<std::uint32_t> list = numbers(range, most);
            values_.append(list.data(), list.size());
            offsets_.push_back(static_cast<std::int64_t>(values_.size()));
        }
        add([this]<class Code>(const Setting& setting) {
            const DegreeSets sets{kind_.data(),        values_.data(), offsets_.data(),
                                  offsets_.size() - 1, true,           true};
            return std::make_unique<Degrees<Code>>(setting.plan, setting.num_vertices, sets, setting.pulse);
        });
    }

    const nzdd_conditions& given_;
    const EdgeTask& task_;
    std::deque<ConditionMaker> makers_;
    Array<bool> required_, forbidden_, useful_;
    bool impossible_ = false;
    Array<std::uint32_t> kind_, values_, counts_;
    Array<std::int64_t> offsets_{0};
};

}  // namespace

extern "C" {

void nzdd_conditions_free(nzdd_conditions* conditions) { delete conditions; }

nzdd_status nzdd_conditions_new(nzdd_conditions** out) {
    return made(out, [] { return nzdd_conditions(); });
}

nzdd_status nzdd_conditions_degrees(nzdd_conditions* conditions, size_t num_vertices, const uint32_t* least,
                                    const uint32_t* most) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(least, num_vertices, "least");
        need(most, num_vertices, "most");
        std::vector<NumberRange> degrees;
        for (std::size_t v = 0; v < num_vertices; ++v) {
            check_range(least[v], most[v], "degree of vertex " + std::to_string(v));
            degrees.push_back({least[v], most[v]});
        }
        all.degrees = std::move(degrees);
    });
}

nzdd_status nzdd_conditions_num_edges(nzdd_conditions* conditions, uint32_t least, uint32_t most) {
    return changed(conditions, [&](nzdd_conditions& all) {
        check_range(least, most, "number of edges");
        all.num_edges = {least, most};
    });
}

nzdd_status nzdd_conditions_components(nzdd_conditions* conditions, uint32_t least, uint32_t most,
                                       int spanning) {
    return changed(conditions, [&](nzdd_conditions& all) {
        check_range(least, most, "number of components");
        all.components = {least, most};
        all.spanning = spanning != 0;
    });
}

nzdd_status nzdd_conditions_acyclic(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.acyclic = true; });
}

nzdd_status nzdd_conditions_bipartite(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.bipartite = true; });
}

nzdd_status nzdd_conditions_induced(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.induced = true; });
}

nzdd_status nzdd_conditions_partition(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.partition = true; });
}

nzdd_status nzdd_conditions_component_weights(nzdd_conditions* conditions, size_t num_vertices,
                                              const uint32_t* weights, uint32_t low, uint32_t high,
                                              int spanning) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(weights, num_vertices, "weights");
        check_range(low, high, "weight of a component");
        const std::uint64_t total = std::accumulate(weights, weights + num_vertices, std::uint64_t{0});
        if (total >= UINT32_MAX)
            throw std::invalid_argument("weights add up to " + std::to_string(total) +
                                        "; their sum must be below 2^32 - 1");
        all.weights.assign(weights, weights + num_vertices);
        all.component_weights = {low, high};
        all.spanning = spanning != 0;
    });
}

nzdd_status nzdd_conditions_sum(nzdd_conditions* conditions, size_t num_edges, const int64_t* coefficients,
                                int64_t low, int64_t high) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(coefficients, num_edges, "coefficients");
        all.sums.emplace_back(num_edges, [&](std::size_t i) { return coefficients[i]; }, low, high);
    });
}

nzdd_status nzdd_conditions_groups(nzdd_conditions* conditions, size_t num_vertices, const uint32_t* group,
                                   int only) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(group, num_vertices, "group");
        for (std::size_t v = 0; v < num_vertices; ++v)
            if (group[v] != UINT32_MAX && group[v] >= num_vertices)
                throw std::invalid_argument(entry("group", v) + " is " + std::to_string(group[v]) +
                                            "; number the groups from 0 on, below the number of vertices");
        all.group.assign(group, group + num_vertices);
        all.grouped = only != 0;
    });
}

nzdd_status nzdd_conditions_fixed(nzdd_conditions* conditions, size_t num_edges, const int8_t* fixed) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(fixed, num_edges, "fixed");
        for (std::size_t i = 0; i < num_edges; ++i)
            if (fixed[i] < -1 || fixed[i] > 1)
                throw std::invalid_argument(entry("fixed", i) + " is " + std::to_string(fixed[i]) +
                                            "; -1, 0 and 1 are allowed");
        all.fixed.assign(fixed, fixed + num_edges);
    });
}

nzdd_status nzdd_graphs(size_t num_vertices, size_t num_edges, const uint32_t* ends,
                        const nzdd_conditions* conditions, const uint32_t* order, uint64_t max_states,
                        const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        const nzdd_conditions& given = need(conditions, "conditions");
        Pulse pulse = listen(watch);
        return edge_family(num_vertices, num_edges, ends, order, max_states, pulse,
                           [&](const EdgeTask& task) { return Makers(given, task).search(pulse); });
    });
}

}  // extern "C"
