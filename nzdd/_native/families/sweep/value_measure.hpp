// Measures with one value a state. A `Kind` has a type Value, and
//   begin(things), one(), zero()      the values of the empty decision, and of no set
//   decided(value, step, take)        after a decision
//   finished(value, steps)            where nothing is taken after so many steps
//   sum(value, value), words(value)
// ResidueCounts counts modulo a number, Chances adds up probabilities, WeightRange has the least and the
// greatest weight of a set.
#pragma once

#include <bit>
#include <cstring>

#include "base/wide_integer.hpp"
#include "families/sweep/measure.hpp"

namespace nzdd {

template <class Kind>
class ValueMeasure final : public Measure {
    using Value = typename Kind::Value;

public:
    explicit ValueMeasure(Kind kind) : kind_(std::move(kind)), total_(kind_.zero()) {}

    void begin(const Array<std::uint32_t>& things) override {
        kind_.begin(things);
        here_.assign(1, kind_.one());
    }
    void step(std::size_t index) override {
        step_ = index;
        next_.clear();
    }
    void carry(std::size_t from, std::size_t to, bool take) override {
        while (next_.size() <= to) next_.push_back(kind_.zero());
        next_[to] = kind_.sum(next_[to], kind_.decided(here_[from], step_, take));
    }
    void complete(std::size_t from, bool take) override {
        total_ = kind_.sum(total_, kind_.finished(kind_.decided(here_[from], step_, take), step_ + 1));
    }
    void complete_empty() override {
        kind_.begin({});
        total_ = kind_.sum(total_, kind_.finished(kind_.one(), 0));
    }
    void end_step() override { here_.swap(next_); }
    std::vector<std::uint64_t> total() const override { return kind_.words(total_); }

private:
    Kind kind_;
    std::size_t step_ = 0;
    Array<Value> here_, next_;
    Value total_;
};

struct ResidueCounts {
    using Value = std::uint64_t;
    std::uint64_t modulus;  // below 2^63

    void begin(const Array<std::uint32_t>&) {}
    Value one() const { return 1 % modulus; }
    Value zero() const { return 0; }
    Value decided(Value value, std::size_t, bool) const { return value; }
    Value finished(Value value, std::size_t) const { return value; }
    Value sum(Value a, Value b) const { return a + b < modulus ? a + b : a + b - modulus; }
    std::vector<std::uint64_t> words(Value value) const { return {value}; }
};

// The relative error is that of about three operations a step: all terms are positive.
struct Chances {
    using Value = double;
    Array<double> chance;  // of each edge or vertex
    Array<double> of_step, none_after;

    void begin(const Array<std::uint32_t>& things) {
        Array<bool> decided_one(chance.size(), false);
        of_step.clear();
        for (const std::uint32_t thing : things) {
            decided_one[thing] = true;
            of_step.push_back(chance[thing]);
        }
        never_ = 1;
        for (std::size_t thing = 0; thing < chance.size(); ++thing)
            if (!decided_one[thing]) never_ *= 1 - chance[thing];
        none_after.assign(things.size() + 1, 1);
        for (std::size_t i = things.size(); i-- > 0;) none_after[i] = none_after[i + 1] * (1 - of_step[i]);
    }
    Value one() const { return never_; }  // what no step decides is not taken
    Value zero() const { return 0; }
    Value decided(Value value, std::size_t step, bool take) const {
        return value * (take ? of_step[step] : 1 - of_step[step]);
    }
    Value finished(Value value, std::size_t steps) const { return value * none_after[steps]; }
    Value sum(Value a, Value b) const { return a + b; }
    std::vector<std::uint64_t> words(Value value) const { return {std::bit_cast<std::uint64_t>(value)}; }

private:
    double never_ = 1;
};

template <class Integer>
struct WeightRange {
    struct Value {
        Integer least, greatest;
        bool any;
    };
    Array<Integer> weight;  // of each edge or vertex
    Array<Integer> of_step;

    void begin(const Array<std::uint32_t>& things) {
        of_step.clear();
        for (const std::uint32_t thing : things) of_step.push_back(weight[thing]);
    }
    Value one() const { return {0, 0, true}; }
    Value zero() const { return {0, 0, false}; }
    Value decided(Value value, std::size_t step, bool take) const {
        if (take) {
            value.least += of_step[step];
            value.greatest += of_step[step];
        }
        return value;
    }
    Value finished(const Value& value, std::size_t) const { return value; }
    Value sum(const Value& a, const Value& b) const {
        if (!a.any || !b.any) return a.any ? a : b;
        return {b.least < a.least ? b.least : a.least, a.greatest < b.greatest ? b.greatest : a.greatest,
                true};
    }
    // Whether there is a set; the least and the greatest weight.
    std::vector<std::uint64_t> words(const Value& value) const {
        constexpr std::size_t kWords = sizeof(Integer) / 8;
        std::vector<std::uint64_t> words(1 + 2 * kWords, value.any);
        std::memcpy(words.data() + 1, &value.least, sizeof(Integer));
        std::memcpy(words.data() + 1 + kWords, &value.greatest, sizeof(Integer));
        return words;
    }
};

}  // namespace nzdd
