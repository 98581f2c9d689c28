// Branch and bound for the monomials of the largest reward.
//
// A node is a set of literals; what its descendants cover is part of what it covers, so they raise
// their sum by no more than it does. As in OPUS (Webb 1995) a literal whose child cannot beat the
// best is useless in the other children, and the most promising child gets the fewest
// literals to go on with. In addition, what none of those literals removes stays lost, and what each
// of them removes is not gained.
#pragma once

#include <limits>
#include <vector>

#include "base/pulse.hpp"
#include "monomials/best_list.hpp"
#include "monomials/weighted_cover.hpp"

namespace nzdd {

class MonomialSearch {
public:
    // `penalty` of every order from 0 to `max_order`.
    MonomialSearch(const WeightedCover& cover, double sign, const double* penalty, std::size_t max_order,
                   BestList& best)
        : cover_(cover),
          sign_(sign),
          max_order_(max_order),
          penalty_(penalty),
          least_penalty_(penalty, penalty + max_order + 1),
          best_(best),
          levels_(max_order + 1) {
        for (std::size_t k = max_order; k-- > 0;) {
            rising_ = rising_ && penalty[k] <= penalty[k + 1];
            least_penalty_[k] = std::min(least_penalty_[k], least_penalty_[k + 1]);
        }
    }

    void run(Pulse& pulse) {
        Level& root = levels_[0];
        root.covered.resize(cover_.words());
        cover_.all(root.covered.data());
        consider(cover_.raised(root.covered.data()), root.covered.data(), 0);
        if (max_order_ == 0) return;
        std::vector<std::uint32_t> literals(cover_.num_literals());
        for (std::size_t j = 0; j < literals.size(); ++j) literals[j] = static_cast<std::uint32_t>(j);
        expand(0, literals);
        for (std::size_t depth = 0;;) {
            Level& level = levels_[depth];
            if (level.next == level.branches.size()) {
                if (depth == 0) return;
                chosen_.pop_back();
                --depth;
                continue;
            }
            const std::size_t t = level.next++;
            pulse.beat(levels_[0].next, levels_[0].branches.size());
            const Branch& branch = level.branches[t];
            if (!promising(branch.limit, depth + 2)) continue;
            Level& child = levels_[depth + 1];
            child.covered.resize(cover_.words());
            std::copy_n(level.cover_of(branch, cover_.words()), cover_.words(), child.covered.data());
            literals.clear();
            for (std::size_t s = 0; s < t; ++s)
                if (level.branches[s].literal != (branch.literal ^ 1u))
                    literals.push_back(level.branches[s].literal);
            chosen_.push_back(branch.literal);
            expand(++depth, literals);
        }
    }

private:
    struct Branch {
        double bound;  // of the child and its descendants
        double limit;  // of its descendants alone
        std::size_t slot;
        std::uint32_t literal;
    };
    struct Level {
        Array<Word> covered;
        Array<Word> covers;  // of the children
        std::vector<Branch> branches;
        std::size_t next = 0;

        const Word* cover_of(const Branch& branch, std::size_t words) const {
            return covers.data() + branch.slot * words;
        }
    };

    bool promising(double raised, std::size_t order) const {
        return order <= max_order_ && raised - least_penalty_[order] > best_.threshold();
    }

    // The monomial of the chosen literals and perhaps one more.
    void consider(double raised, const Word* covered, std::size_t order,
                  const std::uint32_t* more = nullptr) {
        if (!(raised - penalty_[order] > best_.threshold())) return;
        const double reward = raised + cover_.lowered(covered) - penalty_[order];
        if (!(reward > best_.threshold())) return;
        RatedMonomial found{reward, sign_, chosen_, {covered, covered + cover_.words()}};
        if (more) found.literals.push_back(*more);
        best_.offer(std::move(found));
    }

    // Judges the children of a node, and keeps those whose descendants may be better than the best.
    void expand(std::size_t depth, const std::vector<std::uint32_t>& literals) {
        Level& level = levels_[depth];
        const std::size_t words = cover_.words(), order = depth + 1;
        level.next = 0;
        level.branches.clear();
        level.covers.resize(words * literals.size());
        std::size_t slot = 0;
        for (const std::uint32_t literal : literals) {
            Word* child = level.covers.data() + slot * words;
            const Word* with = cover_.of(literal);
            Word removed = 0;
            for (std::size_t w = 0; w < words; ++w) {
                child[w] = level.covered[w] & with[w];
                removed |= level.covered[w] ^ child[w];
            }
            if (!removed && rising_) continue;  // useless below here
            const double raised = cover_.raised(child);
            if (!promising(raised, order)) continue;
            consider(raised, child, order, &literal);
            level.branches.push_back({raised, raised, slot++, literal});
        }
        if (order == max_order_) return level.branches.clear();
        sort(level);
        limit(level);
    }

    // The most promising child first; of children that cover the same only one.
    void sort(Level& level) const {
        const std::size_t words = cover_.words();
        const auto same = [&](const Branch& a, const Branch& b) {
            return std::equal(level.cover_of(a, words), level.cover_of(a, words) + words,
                              level.cover_of(b, words));
        };
        const auto before = [&](const Branch& a, const Branch& b) {
            if (a.bound != b.bound) return a.bound > b.bound;
            const Word *x = level.cover_of(a, words), *y = level.cover_of(b, words);
            const auto [p, q] = std::mismatch(x, x + words, y);
            return p != x + words ? *p < *q : a.literal < b.literal;
        };
        std::sort(level.branches.begin(), level.branches.end(), before);
        // One that is left out may have stood beside the complement of the one that is kept, which
        // then covers nothing: no loss where nothing is too little.
        if (rising_ && least_penalty_[0] + best_.threshold() >= 0)
            level.branches.erase(std::unique(level.branches.begin(), level.branches.end(), same),
                                 level.branches.end());
    }

    // Bounds what every child can reach with the literals of those before it.
    void limit(Level& level) {
        const std::size_t words = cover_.words();
        always_.assign(words, ~Word{0});
        ever_.assign(words, 0);
        for (Branch& branch : level.branches) {
            const Word* child = level.cover_of(branch, words);
            branch.limit = cover_.raised(child, ever_.data()) + cover_.lowered(child, always_.data());
            for (std::size_t w = 0; w < words; ++w) {
                always_[w] &= child[w];
                ever_[w] |= child[w];
            }
        }
        if (!level.branches.empty())  // it has nothing to go on with
            level.branches[0].limit = -std::numeric_limits<double>::infinity();
    }

    const WeightedCover& cover_;
    double sign_;
    std::size_t max_order_;
    const double* penalty_;
    std::vector<double> least_penalty_;  // of this order and those above
    bool rising_ = true;
    BestList& best_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> chosen_;
    Array<Word> always_, ever_;
};

}  // namespace nzdd
