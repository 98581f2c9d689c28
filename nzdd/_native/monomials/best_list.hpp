// The best monomials that a search has met.
#pragma once

#include <vector>

#include "monomials/weighted_cover.hpp"

namespace nzdd {

struct RatedMonomial {
    double reward;
    double sign;
    std::vector<std::uint32_t> literals;
    std::vector<Word> cover;  // two of the same sign with the same cover are one to the caller
};

class BestList {
public:
    BestList(std::size_t count, double above) : count_(count), above_(above) {}

    // What a reward must exceed to get in.
    double threshold() const { return found_.size() < count_ ? above_ : found_.back().reward; }
    const std::vector<RatedMonomial>& found() const { return found_; }

    void offer(RatedMonomial monomial) {
        if (!(monomial.reward > threshold())) return;
        const auto same = std::find_if(found_.begin(), found_.end(), [&](const RatedMonomial& other) {
            return other.sign == monomial.sign && other.cover == monomial.cover;
        });
        if (same != found_.end()) {
            if (same->reward >= monomial.reward) return;
            found_.erase(same);
        }
        const auto worse = [](double reward, const RatedMonomial& other) { return reward > other.reward; };
        found_.insert(std::upper_bound(found_.begin(), found_.end(), monomial.reward, worse),
                      std::move(monomial));
        if (found_.size() > count_) found_.pop_back();
    }

private:
    std::size_t count_;
    double above_;
    std::vector<RatedMonomial> found_;  // the best first
};

}  // namespace nzdd
