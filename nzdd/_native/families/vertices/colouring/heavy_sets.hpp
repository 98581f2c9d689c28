// Independent sets of vertices heavier than a threshold, by branch and bound without a diagram.
#pragma once

#include <bit>
#include <limits>
#include <numeric>

#include "base/pulse.hpp"
#include "diagram/csr_rows.hpp"

namespace nzdd {

// Of a clique a set has one vertex at most. So cliques are taken off the weights, each as often as its
// lightest vertex has weight left (E. Balas and J. Xue, Weighted and unweighted maximum clique algorithms
// with upper bounds from fractional coloring, 1996), as long as they leave no room for a set that is heavy
// enough. A set that is heavier has one of the vertices that have weight left then, and only these are
// branched on (E. Balas and C. S. Yu, Finding a maximum clique in an arbitrary graph, 1986). Memory
// O(vertices² / 8) bytes; a node takes O(vertices / 64) steps for each member of a clique.
class HeavySets {
public:
    // The neighbours of each vertex, without itself. Weights are not negative; their sum is below 2^63.
    HeavySets(const CsrRows& graph, const std::int64_t* weights)
        : size_(graph.num_rows), words_((size_ + 63) / 64), order_(size_), near_(size_ * words_, 0) {
        // Light vertices with few neighbours come first: cliques of them take little weight each.
        const auto rank = [&](std::uint32_t v) {
            const std::int64_t degree = graph.offsets[v + 1] - graph.offsets[v];
            return static_cast<double>(weights[v]) * static_cast<double>(degree);
        };
        std::iota(order_.begin(), order_.end(), 0u);
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t u, std::uint32_t v) {
            return std::pair(rank(u), u) < std::pair(rank(v), v);
        });
        Array<std::size_t> place(size_);
        for (std::size_t i = 0; i < size_; ++i) place[order_[i]] = i;
        for (std::size_t i = 0; i < size_; ++i) {
            const std::uint32_t v = order_[i];
            weight_.push_back(weights[v]);
            for (std::int64_t k = graph.offsets[v]; k < graph.offsets[v + 1]; ++k) {
                graph.check(v, k);
                set(&near_[i * words_], place[graph.symbols[k]]);
            }
        }
    }

    // Up to `most` maximal sets heavier than the threshold, each from another part of the search; none if
    // there are none.
    RowList find(std::int64_t threshold, std::size_t most, Pulse& pulse) {
        RowList found;
        Array<std::size_t> taken;  // one a level
        std::int64_t weight = 0;
        left_.resize(size_);
        clique_.resize(words_);
        add_level(0);
        std::fill_n(candidates(0), words_, 0);
        for (std::size_t i = 0; i < size_; ++i)
            if (weight_[i] > 0) set(candidates(0), i);
        bound(0, threshold);
        for (std::uint64_t node = 1; found.size() < most; ++node) {
            pulse.within(node << 10);  // of many vertices a node takes milliseconds
            const std::size_t i = first(branches(taken.size()));
            if (i == kNone) {
                if (taken.empty()) break;
                weight -= weight_[taken.back()];
                taken.pop_back();
                continue;
            }
            const std::size_t level = taken.size();
            add_level(level + 1);
            // Sets with this vertex and none of those that are branched on later.
            clear(branches(level), i);
            without(candidates(level + 1), candidates(level), near(i));
            set(candidates(level), i);
            taken.push_back(i);
            weight += weight_[i];
            if (weight <= threshold) {
                bound(level + 1, threshold - weight);
                continue;
            }
            add_maximal(taken, found);
            taken.clear();  // the next one is to be unlike this one
            weight = 0;
        }
        return found;
    }

private:
    using Word = std::uint64_t;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    static void set(Word* words, std::size_t i) { words[i / 64] |= Word{1} << (i % 64); }
    static void clear(Word* words, std::size_t i) { words[i / 64] &= ~(Word{1} << (i % 64)); }
    void without(Word* to, const Word* from, const Word* others) const {
        for (std::size_t k = 0; k < words_; ++k) to[k] = from[k] & ~others[k];
    }
    // The first vertex of a set, the words before `word` being empty.
    std::size_t first(const Word* words, std::size_t word = 0) const {
        for (; word < words_; ++word)
            if (words[word]) return word * 64 + static_cast<std::size_t>(std::countr_zero(words[word]));
        return kNone;
    }

    const Word* near(std::size_t i) const { return near_.data() + i * words_; }
    // What a set of this level may have besides, and which of it is still to be branched on.
    Word* candidates(std::size_t level) { return levels_.data() + 2 * level * words_; }
    Word* branches(std::size_t level) { return candidates(level) + words_; }
    void add_level(std::size_t level) {
        if (levels_.size() < 2 * (level + 1) * words_) levels_.resize(2 * (level + 1) * words_);
    }

    // Which candidates to branch on where sets of them need more weight than there is room; the others
    // alone have none.
    void bound(std::size_t level, std::int64_t room) {
        Word* const open = branches(level);
        Word* const all = candidates(level);
        std::copy_n(all, words_, open);
        for (std::size_t k = 0; k < words_; ++k)
            for (Word rest = open[k]; rest; rest &= rest - 1) {
                const std::size_t i = k * 64 + static_cast<std::size_t>(std::countr_zero(rest));
                left_[i] = weight_[i];
            }
        for (std::size_t i = first(open); i != kNone; i = first(open, i / 64)) {
            const std::int64_t least = grow_clique(open, i);
            if (least > room) break;
            room -= least;
            for (std::size_t member : members_)
                if ((left_[member] -= least) == 0) clear(open, member);
        }
        without(all, all, open);  // they come back one by one
    }

    // Makes a clique from a vertex on; the least weight that is left of one.
    std::int64_t grow_clique(const Word* open, std::size_t i) {
        const std::size_t begin = i / 64;
        std::int64_t least = left_[i];
        members_.clear();
        members_.push_back(i);
        for (std::size_t k = begin; k < words_; ++k) clique_[k] = open[k] & near(i)[k];
        for (i = first(clique_.data(), begin); i != kNone; i = first(clique_.data(), i / 64)) {
            members_.push_back(i);
            least = std::min(least, left_[i]);
            for (std::size_t k = i / 64; k < words_; ++k) clique_[k] &= near(i)[k];
        }
        return least;
    }

    // The set with further vertices, the heaviest first, as long as one fits.
    void add_maximal(const Array<std::size_t>& taken, RowList& found) {
        free_.assign(words_, ~Word{0});
        const auto take = [&](std::size_t i) {
            found.symbols.push_back(order_[i]);
            clear(free_.data(), i);
            without(free_.data(), free_.data(), near(i));
        };
        for (std::size_t i : taken) take(i);
        for (std::size_t i = size_; i-- > 0;)
            if (free_[i / 64] >> (i % 64) & 1) take(i);
        std::sort(found.symbols.begin() + found.offsets.back(), found.symbols.end());
        found.end_row();
    }

    std::size_t size_, words_;
    Array<std::uint32_t> order_;  // vertices have their places there, but in the rows that are found
    Array<std::int64_t> weight_, left_;
    Array<Word> near_;  // the neighbours of each
    Array<Word> levels_, free_, clique_;
    Array<std::size_t> members_;
};

}  // namespace nzdd
