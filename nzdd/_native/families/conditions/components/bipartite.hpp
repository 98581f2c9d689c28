// There is no odd cycle. A slot holds which side of its component the vertex is on: 0 for that of the label.
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class Bipartite final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kComponents = true;

    explicit Bipartite(const EdgeSteps& plan) : plan_(plan) {}

    std::size_t bytes() const override { return plan_.num_slots * sizeof(Code); }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        sides(own)[slot] = 0;
        return true;
    }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts& parts) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        if (!take) return true;
        if (step.a == step.b) return false;
        const bool joined = parts.label[step.a] != kNone && parts.label[step.a] == parts.label[step.b];
        return !joined || sides(own)[step.a] != sides(own)[step.b];
    }

    bool join(unsigned char* own, Code, Code gone, const EdgeSteps::Step& step,
              const Parts& parts) const override {
        if (sides(own)[step.a] == sides(own)[step.b]) flip(own, gone, parts);
        return true;
    }

    bool drop(unsigned char* own, std::uint32_t slot, Code from, Code to, std::size_t,
              const Parts& parts) const override {
        sides(own)[slot] = kNone;
        if (from != to && to != kNone && sides(own)[to] == 1) flip(own, to, parts);
        return true;
    }

    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        sides(own)[slot] = kNone;
        return true;
    }

private:
    static Code* sides(unsigned char* own) { return reinterpret_cast<Code*>(own); }

    static void flip(unsigned char* own, Code label, const Parts& parts) {
        for (std::uint32_t k = 0; k < parts.num_slots; ++k)
            if (parts.label[k] == label) sides(own)[k] ^= 1;
    }

    const EdgeSteps& plan_;
};

}  // namespace nzdd
