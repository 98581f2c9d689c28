// The subgraph is induced by the vertices that have an edge: no edge that is not taken has both ends among
// them. A slot says whether its vertex has an edge, may have one, or may not. Of two vertices that may, and
// are the ends of an edge not taken, only one will: such pairs have a bit each, as long as both are on the
// frontier.
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class Induced final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kEveryEdge = true;

    explicit Induced(const EdgeSteps& plan) : plan_(plan) {
        Array<std::size_t> last;
        const std::size_t number = plan.steps.size();
        for (const EdgeSteps::Step& step : plan.steps)
            while (last.size() <= std::max(step.u, step.v)) last.push_back(0);
        for (std::size_t i = 0; i < number; ++i) last[plan.steps[i].u] = last[plan.steps[i].v] = i;
        Array<std::uint32_t> free;
        Array<Living> living;
        for (std::size_t i = 0; i < number; ++i) {
            const EdgeSteps::Step& step = plan.steps[i];
            const std::size_t end = std::min(last[step.u], last[step.v]);
            bit_.push_back(kNoBit);
            if (step.u != step.v && end > i) {
                if (free.empty()) free.push_back(num_bits_++);
                bit_[i] = free.back();
                free.pop_back();
                living.push_back({{bit_[i], step.a, step.b}, end});
            }
            for (const Living& each : living) pairs_.push_back(each.pair);
            begin_.push_back(pairs_.size());
            std::size_t kept = 0;
            for (const Living& each : living)
                if (each.end > i)
                    living[kept++] = each;
                else
                    free.push_back(each.pair.bit);
            living.resize(kept);
        }
    }

    std::size_t bytes() const override { return plan_.num_slots * sizeof(Code) + (num_bits_ + 7) / 8; }

    void start(unsigned char* own) const override { std::fill_n(bits(own), (num_bits_ + 7) / 8, 0); }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        codes(own)[slot] = kOpen;
        return true;
    }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts&) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        Code &a = codes(own)[step.a], &b = codes(own)[step.b];
        if (take) return cover(own, index, step.a) && cover(own, index, step.b);
        if (a == kCovered && b == kCovered) return false;
        if (step.a == step.b)
            a = kBarred;
        else if (a == kCovered)
            b = kBarred;
        else if (b == kCovered)
            a = kBarred;
        else if (a == kOpen && b == kOpen && bit_[index] != kNoBit)
            bits(own)[bit_[index] / 8] |= static_cast<unsigned char>(1 << bit_[index] % 8);
        return true;
    }

    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        codes(own)[slot] = kNone;
        return true;
    }

    // Pairs that are decided are forgotten.
    bool settle(unsigned char* own, std::size_t now, const Parts&) const override {
        for (std::size_t k = begin_[now - 1]; k < begin_[now]; ++k)
            if (codes(own)[pairs_[k].a] != kOpen || codes(own)[pairs_[k].b] != kOpen)
                clear(own, pairs_[k].bit);
        return true;
    }

    unsigned full(const unsigned char* own, std::uint32_t slot, std::size_t) const override {
        return reinterpret_cast<const Code*>(own)[slot] == kBarred ? 3 : 0;
    }

private:
    static constexpr Code kOpen = 0, kCovered = 1, kBarred = 2;
    static constexpr std::uint32_t kNoBit = 0xffffffff;

    struct Pair {
        std::uint32_t bit, a, b;  // slots
    };
    struct Living {
        Pair pair;
        std::size_t end;  // the last step of the first of the two to leave
    };

    static Code* codes(unsigned char* own) { return reinterpret_cast<Code*>(own); }
    unsigned char* bits(unsigned char* own) const { return own + plan_.num_slots * sizeof(Code); }
    void clear(unsigned char* own, std::uint32_t bit) const {
        bits(own)[bit / 8] &= static_cast<unsigned char>(~(1 << bit % 8));
    }

    bool cover(unsigned char* own, std::size_t index, std::uint32_t slot) const {
        Code& code = codes(own)[slot];
        if (code == kBarred) return false;
        if (code == kCovered) return true;
        code = kCovered;
        for (std::size_t k = begin_[index]; k < begin_[index + 1]; ++k) {
            const auto& [bit, a, b] = pairs_[k];
            if ((a != slot && b != slot) || !(bits(own)[bit / 8] >> bit % 8 & 1)) continue;
            clear(own, bit);
            codes(own)[a == slot ? b : a] = kBarred;
        }
        return true;
    }

    const EdgeSteps& plan_;
    Array<std::uint32_t> bit_;  // of the pair that a step decides
    Array<std::size_t> begin_{0};
    Array<Pair> pairs_;  // those with both ends on the frontier at the step
    std::uint32_t num_bits_ = 0;
};

}  // namespace nzdd
