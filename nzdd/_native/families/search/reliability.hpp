// The probability that random edges join some vertices of a graph, its terminals: two levels of a frontier
// search at a time, without a diagram. (G. Hardy, C. Lucet and N. Limnios 2007, K-terminal network
// reliability measures with binary decision diagrams; K. Sekine, H. Imai and S. Tani 1995.)
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/components.hpp"
#include "families/search/edge_search.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"
#include "families/search/graph_order.hpp"
#include "families/search/state_table.hpp"
#include "families/search/useful_edges.hpp"

namespace nzdd {

// Which vertices on the frontier the open edges connect, and which components have a terminal. It is over
// when all terminals are in one, or one of them is cut off.
template <class Code>
class JoinedTerminals {
    using Parts = Components<Code>;

public:
    // At least two terminals, each with an edge.
    JoinedTerminals(const EdgeSteps& plan, const Array<bool>& terminal) : plan_(&plan), terminal_(&terminal) {
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            const EdgeSteps::Step& step = plan.steps[i];
            if ((step.enter_a && terminal[step.u]) || (step.enter_b && terminal[step.v])) all_met_ = i;
        }
    }

    std::size_t num_steps() const { return plan_->steps.size(); }
    std::size_t state_bytes() const { return (plan_->num_slots * (sizeof(Code) + 1) + 7) / 8 * 8; }
    void start(unsigned char* state) const {
        std::fill_n(state, plan_->num_slots * sizeof(Code), 0xff);
        std::fill(state + plan_->num_slots * sizeof(Code), state + state_bytes(), 0);
    }

    // kEmptyFamily: never joined; kUnitFamily: joined whatever follows; or kOpen.
    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = plan_->steps[index];
        Parts parts{reinterpret_cast<Code*>(state), plan_->num_slots};
        unsigned char* marked = state + plan_->num_slots * sizeof(Code);  // at the label of each component
        const auto enter = [&](std::uint32_t slot, std::uint32_t vertex) {
            parts.add(slot);
            marked[slot] = (*terminal_)[vertex];
        };
        if (step.enter_a) enter(step.a, step.u);
        if (step.enter_b) enter(step.b, step.v);
        if (take && parts.label[step.a] != parts.label[step.b]) {
            const Code a = parts.label[step.a], b = parts.label[step.b];
            const unsigned char either = marked[a] | marked[b];
            marked[a] = marked[b] = 0;
            marked[std::min(a, b)] = either;
            parts.join(step.a, step.b);
            if (index >= all_met_ && either && single(marked)) return kUnitFamily;
        }
        if (index == all_met_ && single(marked)) return kUnitFamily;
        for (const auto& [slot, leaves] : {std::pair(step.a, step.leave_a), {step.b, step.leave_b}}) {
            if (!leaves) continue;
            const Code from = parts.label[slot], to = parts.leave(slot);
            if (to == from) continue;
            const unsigned char mark = std::exchange(marked[from], static_cast<unsigned char>(0));
            if (to != Parts::kNone)
                marked[to] = mark;
            else if (mark)
                return kEmptyFamily;
        }
        return kOpen;
    }

private:
    bool single(const unsigned char* marked) const {
        std::uint32_t number = 0;
        for (std::uint32_t k = 0; k < plan_->num_slots; ++k) number += marked[k];
        return number == 1;
    }

    const EdgeSteps* plan_;
    const Array<bool>* terminal_;
    std::size_t all_met_ = 0;  // the step from which on all terminals have entered
};

// The probability of kUnitFamily for each of `num_points` points, or false where there are more than
// `max_states` states. `chance`: at each point, of each edge of the plan. All terms are positive, so the
// relative error is at most that of about three operations a level. Time O(states x (slots + points)),
// memory O(states of two levels x points).
template <class Code>
bool sweep_probability(const JoinedTerminals<Code>& rule, const EdgeSteps& plan, const double* chance,
                       std::size_t num_edges, std::size_t num_points, std::uint64_t max_states,
                       double* result, Pulse& pulse) {
    const std::size_t bytes = rule.state_bytes();
    StateTable here(bytes, pulse), next(bytes, pulse);
    Array<double> value(num_points, 1), next_value;
    Array<unsigned char> state(bytes);
    rule.start(state.data());
    here.number(state.data());
    std::fill_n(result, num_points, 0);
    std::uint64_t num_states = 0;
    for (std::size_t step = 0; step < rule.num_steps(); ++step) {
        pulse.beat(step, rule.num_steps());
        if ((num_states += here.size()) > max_states) return false;
        next.clear(here.size());
        next_value.clear();
        const double* edge = chance + plan.steps[step].edge;
        for (std::size_t i = 0; i < here.size(); ++i) {
            pulse.within(i);
            for (const bool take : {false, true}) {
                std::copy_n(here[i], bytes, state.data());
                const std::uint32_t kind = rule.next(step, take, state.data());
                if (kind == kEmptyFamily) continue;
                double* to = result;
                if (kind == kOpen) {
                    const std::size_t number = next.number(state.data());
                    while (next_value.size() < (number + 1) * num_points) next_value.push_back(0);
                    to = next_value.data() + number * num_points;
                }
                const double* from = value.data() + i * num_points;
                for (std::size_t p = 0; p < num_points; ++p)
                    to[p] += from[p] * (take ? edge[p * num_edges] : 1 - edge[p * num_edges]);
            }
        }
        here.swap(next);
        value.swap(next_value);
    }
    return true;
}

// `chance`: num_points x num_edges.
inline Array<double> reliability(const EdgeTask& task, const Array<std::uint32_t>& terminals,
                                 const double* chance, std::size_t num_points, Pulse& pulse) {
    Array<double> result(num_points, terminals.size() < 2);
    Array<bool> terminal(task.num_vertices, false), useful(task.num_edges, false);
    for (const std::uint32_t v : terminals) terminal[v] = true;
    if (terminals.size() < 2) return result;
    constexpr std::size_t kFew = 16;  // terminals for which edges that cannot matter are sought
    const Incidence whole(task.ends, task.num_edges, task.num_vertices);
    for (std::size_t k = 1; k < terminals.size() && terminals.size() <= kFew; ++k) {
        const Array<bool> on_paths = UsefulEdges::on_paths(whole, terminals[0], terminals[k], pulse);
        for (std::size_t e = 0; e < task.num_edges; ++e) useful[e] |= on_paths[e];
    }
    Array<std::uint32_t> ends, kept;
    Array<bool> met(task.num_vertices, false);
    for (std::uint32_t e = 0; e < task.num_edges; ++e) {
        const std::uint32_t u = task.ends[2 * e], v = task.ends[2 * e + 1];
        if (u == v || (terminals.size() <= kFew && !useful[e])) continue;
        kept.push_back(e);
        ends.append(task.ends + 2 * e, 2);
        met[u] = met[v] = true;
    }
    for (const std::uint32_t v : terminals)
        if (!met[v]) return result;
    Array<double> own;  // the chances of the kept edges
    for (std::size_t p = 0; p < num_points; ++p)
        for (const std::uint32_t e : kept) own.push_back(chance[p * task.num_edges + e]);
    const Incidence graph(ends.data(), kept.size(), task.num_vertices);
    const EdgeSteps plan(ends.data(), task.num_vertices, {}, GraphOrder::best(graph, pulse));
    const auto swept = [&]<class Code>() {
        const JoinedTerminals<Code> rule(plan, terminal);
        if (!sweep_probability(rule, plan, own.data(), kept.size(), num_points, task.max_states,
                               result.data(), pulse))
            throw TooManyStates(task.max_states);
    };
    check_slots(plan.num_slots, Components<std::uint16_t>::kNone);
    if (plan.num_slots <= Components<std::uint8_t>::kNone)
        swept.operator()<std::uint8_t>();
    else
        swept.operator()<std::uint16_t>();
    return result;
}

}  // namespace nzdd
