// The degree of each vertex lies in a set of its own; or its number of edges out, or in. A slot holds the
// class of the degree so far (count_classes.hpp).
#pragma once

#include <deque>

#include "families/conditions/condition.hpp"
#include "families/conditions/degrees/count_classes.hpp"

namespace nzdd {

// The set of each vertex: `values[offsets[k]] .. values[offsets[k + 1]]`, rising, where k is its kind.
struct DegreeSets {
    const std::uint32_t *kind, *values;
    const std::int64_t* offsets;
    std::size_t num_kinds;
    bool first, second;  // which ends of an edge count: both; of directed edges one
};

template <class Code>
class Degrees final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    Degrees(const EdgeSteps& plan, std::size_t num_vertices, const DegreeSets& sets, Pulse& pulse)
        : plan_(plan),
          sets_(sets),
          rest_(num_vertices, 0),
          at_(plan.steps.size()),
          later_(plan.steps.size() + 1, true) {
        Array<std::uint32_t> most(sets.num_kinds, 0);
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            const EdgeSteps::Step& step = plan.steps[i];
            at_[i].after_a = rest_[step.u];
            at_[i].after_b = rest_[step.v];
            at_[i].before_b = rest_[step.v] += sets.second;
            at_[i].before_a = rest_[step.u] += sets.first;
        }
        for (std::size_t v = 0; v < num_vertices; ++v)
            most[sets.kind[v]] = std::max(most[sets.kind[v]], rest_[v]);
        for (std::size_t k = 0; k < sets.num_kinds; ++k) {
            const std::int64_t begin = sets.offsets[k];
            classes_.emplace_back(sets.values + begin, static_cast<std::size_t>(sets.offsets[k + 1] - begin),
                                  most[k], pulse);
            if (classes_.back().largest() >= kNone) throw CodesTooNarrow();
        }
        bool holds = true;  // for the vertices to come if they get no edge
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            const EdgeSteps::Step& step = plan.steps[i];
            if (step.enter_a) holds &= first(step.u) & 1;
            if (step.enter_b) holds &= first(step.v) & 1;
            later_[i] = holds;
        }
    }

    std::size_t bytes() const override { return plan_.num_slots * sizeof(Code); }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t vertex) const override {
        return (codes(own)[slot] = static_cast<Code>(first(vertex))) != 0;
    }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts&) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        const At& at = at_[index];
        return (!sets_.first || count(own, step.a, classes(step.u).next(at.before_a), take)) &&
               (!sets_.second || count(own, step.b, classes(step.v).next(at.before_b), take));
    }

    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        codes(own)[slot] = kNone;
        return true;
    }

    bool accepts(const unsigned char* own, std::size_t now, const Parts&) const override {
        for (std::uint32_t k = 0; k < plan_.num_slots; ++k)
            if (!(codes(own)[k] & 1)) return false;  // kNone is odd
        return later_[now];
    }

    unsigned full(const unsigned char* own, std::uint32_t slot, std::size_t index) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        const bool at_a = slot == step.a;
        const std::uint32_t rest = at_a ? at_[index].after_a : at_[index].after_b;
        const CountClasses& known = classes(at_a ? step.u : step.v);
        const bool none = rest == 0 || known.next(rest)[codes(own)[slot]].high == 0;
        return none ? sets_.first + 2u * sets_.second : 0;
    }

private:
    struct At {
        std::uint32_t before_a, after_a, before_b, after_b;  // how many ends of the vertex are to decide
    };

    static Code* codes(unsigned char* own) { return reinterpret_cast<Code*>(own); }
    static const Code* codes(const unsigned char* own) { return reinterpret_cast<const Code*>(own); }

    const CountClasses& classes(std::uint32_t vertex) const { return classes_[sets_.kind[vertex]]; }
    std::uint32_t first(std::uint32_t vertex) const { return classes(vertex).first(rest_[vertex]); }

    static bool count(unsigned char* own, std::uint32_t slot, const CountClasses::Next* next, bool take) {
        Code& code = codes(own)[slot];
        code = static_cast<Code>(take ? next[code].high : next[code].low);
        return code != 0;
    }

    const EdgeSteps& plan_;
    DegreeSets sets_;
    std::deque<CountClasses> classes_;  // of each kind
    Array<std::uint32_t> rest_;         // of each vertex: how many ends it has
    Array<At> at_;
    Array<bool> later_;  // whether the vertices that enter after so many steps may stay without an edge
};

}  // namespace nzdd
