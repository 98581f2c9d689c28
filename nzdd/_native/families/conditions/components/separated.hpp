// The ends of an edge that is not taken are in different components: the components are parts of the
// vertices, with all edges inside of them. The state has a bit for each pair of components that such an edge
// joins, at the pair of their labels.
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class Separated final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kComponents = true, kFullVertices = true, kEveryEdge = true;

    explicit Separated(const EdgeSteps& plan) : plan_(plan) {}

    std::size_t bytes() const override { return (place(plan_.num_slots, 0) + 7) / 8; }
    void start(unsigned char* own) const override { std::fill_n(own, bytes(), 0); }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts& parts) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        const Code a = parts.label[step.a], b = parts.label[step.b];
        if (take) return a == b || !apart(own, a, b);
        if (a != b && !apart(own, a, b)) flip(own, a, b);
        return a != b;
    }

    bool join(unsigned char* own, Code kept, Code gone, const EdgeSteps::Step&, const Parts&) const override {
        move(own, gone, kept);
        return true;
    }

    bool drop(unsigned char* own, std::uint32_t, Code from, Code to, std::size_t,
              const Parts&) const override {
        if (from != to) move(own, from, to);
        return true;
    }

private:
    static std::size_t place(std::size_t a, std::size_t b) {
        return std::max(a, b) * (std::max(a, b) - 1) / 2 + std::min(a, b);
    }
    static bool apart(const unsigned char* own, std::size_t a, std::size_t b) {
        const std::size_t at = place(a, b);
        return own[at / 8] >> at % 8 & 1;
    }
    static void flip(unsigned char* own, std::size_t a, std::size_t b) {
        const std::size_t at = place(a, b);
        own[at / 8] ^= static_cast<unsigned char>(1 << at % 8);
    }

    // To kNone: the component is complete.
    void move(unsigned char* own, Code from, Code to) const {
        for (std::uint32_t k = 0; k < plan_.num_slots; ++k) {
            if (k == from || !apart(own, from, k)) continue;
            flip(own, from, k);
            if (to != kNone && !apart(own, to, k)) flip(own, to, k);
        }
    }

    const EdgeSteps& plan_;
};

}  // namespace nzdd
