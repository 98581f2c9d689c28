// The rules of largest reward that a search has met.
#pragma once

#include <vector>

#include "base/array.hpp"

namespace nzdd {

struct RatedRule {
    double reward;  // the absolute sum over the rule's rows, divided by its penalty
    std::vector<std::uint32_t> literals;

    // A total order, so that the outcome does not depend on which thread came first.
    bool operator<(const RatedRule& other) const {
        return reward != other.reward ? reward > other.reward : literals < other.literals;
    }
};

class BestRules {
public:
    BestRules(std::size_t count, double above) : count_(count), above_(above) {}

    // What a reward must reach to get in.
    double threshold() const { return rules_.size() < count_ ? above_ : rules_.front().reward; }

    void offer(RatedRule rule) {
        if (!(rule.reward > above_)) return;
        if (rules_.size() == count_) {
            if (!(rule < rules_.front())) return;
            std::pop_heap(rules_.begin(), rules_.end());
            rules_.pop_back();
        }
        rules_.push_back(std::move(rule));
        std::push_heap(rules_.begin(), rules_.end());
    }

    void merge(BestRules other) {
        for (RatedRule& rule : other.rules_) offer(std::move(rule));
    }

    std::vector<RatedRule> sorted() && {
        std::sort(rules_.begin(), rules_.end());
        return std::move(rules_);
    }

private:
    std::size_t count_;
    double above_;
    std::vector<RatedRule> rules_;  // a heap, the worst in front
};

}  // namespace nzdd
