// The number of vertices of a degree lies in a set, for some degrees. A slot holds the degree so far, cut to
// one more than the greatest of these; the rest of the state is the class of each number (count_classes.hpp).
#pragma once

#include <cstring>
#include <deque>

#include "families/conditions/condition.hpp"
#include "families/conditions/degrees/count_classes.hpp"

namespace nzdd {

// `degrees`: rising; the numbers of vertices of the k-th are `values[offsets[k]] ..`, rising.
struct DegreeNumbers {
    const std::uint32_t *degrees, *values;
    const std::int64_t* offsets;
    std::size_t size;
};

template <class Code>
class DegreeCounts final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    DegreeCounts(const EdgeSteps& plan, std::size_t num_vertices, const DegreeNumbers& asked, Pulse& pulse)
        : plan_(plan),
          asked_(asked),
          cut_(asked.degrees[asked.size - 1] + 1),
          rest_(num_vertices, 0),
          to_leave_(plan.steps.size() + 1, 0) {
        if (cut_ >= kNone) throw CodesTooNarrow();
        const auto number = static_cast<std::uint32_t>(num_vertices);
        for (std::size_t k = 0; k < asked.size; ++k) {
            const std::int64_t begin = asked.offsets[k];
            classes_.emplace_back(asked.values + begin,
                                  static_cast<std::size_t>(asked.offsets[k + 1] - begin), number, pulse);
        }
        // Vertices without an edge leave first.
        std::uint32_t rest = 0;
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            const EdgeSteps::Step& step = plan.steps[i];
            if (step.leave_b) rest_[step.v] = ++rest;
            if (step.leave_a) rest_[step.u] = ++rest;
            to_leave_[i] = rest;
        }
        for (std::size_t v = num_vertices; v-- > 0;)
            if (rest_[v] == 0) rest_[v] = ++rest;
    }

    std::size_t bytes() const override {
        return asked_.size * sizeof(std::uint32_t) + plan_.num_slots * sizeof(Code);
    }

    void start(unsigned char* own) const override {
        for (std::size_t k = 0; k < asked_.size; ++k)
            write(own, k, classes_[k].first(static_cast<std::uint32_t>(rest_.size())));
    }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        degrees(own)[slot] = 0;
        return true;
    }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts&) const override {
        for (const std::uint32_t slot : {plan_.steps[index].a, plan_.steps[index].b})
            if (take && degrees(own)[slot] < cut_) ++degrees(own)[slot];
        return true;
    }

    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t vertex) const override {
        const Code degree = std::exchange(degrees(own)[slot], kNone);
        for (std::size_t k = 0; k < asked_.size; ++k) {
            const CountClasses::Next next = classes_[k].next(rest_[vertex])[read(own, k)];
            const std::uint32_t now = degree == asked_.degrees[k] ? next.high : next.low;
            if (now == 0) return false;
            write(own, k, now);
        }
        return true;
    }

    bool accepts(const unsigned char* own, std::size_t now, const Parts&) const override {
        const Code* degree = reinterpret_cast<const Code*>(own + asked_.size * sizeof(std::uint32_t));
        for (std::size_t k = 0; k < asked_.size; ++k) {
            std::uint32_t same = 0, here = 0;
            for (std::uint32_t slot = 0; slot < plan_.num_slots; ++slot) {
                here += degree[slot] != kNone;
                same += degree[slot] == asked_.degrees[k];
            }
            if (asked_.degrees[k] == 0) same += to_leave_[now] - here;
            std::uint32_t known = read(own, k);
            for (std::uint32_t rest = to_leave_[now]; rest > 0; --rest) {
                const CountClasses::Next next = classes_[k].next(rest)[known];
                known = same >= rest ? next.high : next.low;
            }
            if (known == 0) return false;
        }
        return true;
    }

private:
    Code* degrees(unsigned char* own) const {
        return reinterpret_cast<Code*>(own + asked_.size * sizeof(std::uint32_t));
    }
    static std::uint32_t read(const unsigned char* own, std::size_t k) {
        std::uint32_t value;
        std::memcpy(&value, own + k * sizeof(value), sizeof(value));
        return value;
    }
    static void write(unsigned char* own, std::size_t k, std::uint32_t value) {
        std::memcpy(own + k * sizeof(value), &value, sizeof(value));
    }

    const EdgeSteps& plan_;
    DegreeNumbers asked_;
    std::uint32_t cut_;
    std::deque<CountClasses> classes_;
    Array<std::uint32_t> rest_;      // how many vertices have not left when each leaves
    Array<std::uint32_t> to_leave_;  // after so many steps
};

}  // namespace nzdd
