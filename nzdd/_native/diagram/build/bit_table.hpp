// Few variables: mark every row in a table of 2^n bits. A 64-bit word of the table is the whole
// sub-family over the last six variables, so hash-consing the words and then pairing neighbours,
// one level after the other, gives the ZDD without sorting. Time O(m + 2^n / 64), memory 2^n bits.
#pragma once

#include <bit>

#include "base/array.hpp"
#include "base/id_map.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

inline constexpr int kMaxTableBits = 32;

class BitTable {
public:
    // `rows`: a source of row words (row_words.hpp).
    template <class Source>
    BitTable(const Source& rows, int num_levels, Pulse& pulse)
        : num_levels_(num_levels), words_((std::size_t{1} << std::max(num_levels, 6)) / 64, 0) {
        pulse.stage("mark rows");
        std::uint64_t* const words = words_.data();
        for (std::size_t i = 0; i < rows.num_rows; ++i) {
            const std::uint64_t row = rows.word(i);
            words[row >> 6] |= std::uint64_t{1} << (row & 63);
            pulse(i, rows.num_rows);
        }
        for (std::uint64_t word : words_) num_distinct_ += static_cast<std::size_t>(std::popcount(word));
    }

    std::size_t num_distinct() const { return num_distinct_; }

    // Each word is replaced by the number of its node, then each pair of numbers by that of their node.
    Zdd zdd(Pulse& pulse) && {
        Zdd zdd;
        pulse.stage("hash words");
        {
            WordNodes nodes(zdd, num_levels_, words_.size() / 4, pulse);
            for (std::size_t i = 0; i < words_.size(); ++i) {
                if (i + kAhead < words_.size()) nodes.prefetch(words_[i + kAhead]);
                words_[i] = words_[i] ? nodes.of_word(words_[i]) : kEmptyFamily;
                pulse(i, words_.size());
            }
        }
        pulse.stage("pair levels");
        IdMap pairs(pulse);
        std::size_t size = words_.size();
        for (int level = num_levels_ - 7; level >= 0; --level) {
            size /= 2;
            pairs.clear(size / 2);
            for (std::size_t i = 0; i < size; ++i) {
                if (i + kAhead < size)
                    pairs.prefetch(words_[2 * (i + kAhead)] << 32 | words_[2 * (i + kAhead) + 1]);
                words_[i] =
                    node(zdd, pairs, static_cast<std::uint32_t>(level), words_[2 * i], words_[2 * i + 1]);
                pulse(i, size);
            }
        }
        zdd.root = static_cast<std::uint32_t>(words_[0]);
        words_ = {};
        return zdd;
    }

    // Distinct rows, ascending, and how often (or with which total weight) each was given; no totals
    // where each was given once, without weights.
    template <class Source>
    void sorted(const Source& rows, const double* weights, Array<std::uint64_t>& distinct,
                Array<double>& total, Pulse& pulse) const {
        const bool is_weighed = weights || num_distinct_ != rows.num_rows;
        Array<std::uint32_t> rank(is_weighed ? words_.size() : 0);
        distinct.reserve(num_distinct_);
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (is_weighed) rank[i] = static_cast<std::uint32_t>(distinct.size());
            for (std::uint64_t rest = words_[i]; rest; rest &= rest - 1)
                distinct.push_back(64 * i + static_cast<std::uint64_t>(std::countr_zero(rest)));
        }
        if (!is_weighed) return;
        total.assign(num_distinct_, 0.0);
        pulse.stage("weigh rows");
        for (std::size_t i = 0; i < rows.num_rows; ++i) {
            const std::uint64_t row = rows.word(i);
            const std::uint64_t before = words_[row >> 6] & ((std::uint64_t{1} << (row & 63)) - 1);
            total[rank[row >> 6] + static_cast<unsigned>(std::popcount(before))] += weights ? weights[i] : 1;
            pulse(i, rows.num_rows);
        }
    }

private:
    static constexpr std::size_t kAhead = 16;

    static std::uint32_t node(Zdd& zdd, IdMap& known, std::uint32_t level, std::uint64_t low,
                              std::uint64_t high) {
        if (high == kEmptyFamily) return static_cast<std::uint32_t>(low);
        const std::uint64_t key = low << 32 | high;
        return known.find(
            key, [&zdd](std::uint32_t id) { return std::uint64_t{zdd.low[id]} << 32 | zdd.high[id]; },
            [&] {
                return zdd.add(level, static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high));
            });
    }

    // Nodes of families over the last 6, 5, ... variables, each family one word of 64, 32, ... bits.
    // Distinct words are distinct families, so a word is its own key.
    class WordNodes {
    public:
        WordNodes(Zdd& zdd, int num_levels, std::size_t expected, Pulse& pulse)
            : zdd_(zdd),
              num_levels_(num_levels),
              of_64_{IdMap(pulse, expected), {}},
              of_32_{IdMap(pulse), {}},
              of_16_(1 << 16, kNoLevel) {
            of_16_[0] = kEmptyFamily;
            of_16_[1] = kUnitFamily;
        }

        void prefetch(std::uint64_t word) const { of_64_.map.prefetch(word); }
        std::uint32_t of_word(std::uint64_t word) { return find(of_64_, word, 6); }

    private:
        struct Known {
            std::uint64_t word;
            std::uint32_t node;
        };
        struct Words {
            IdMap map;
            Array<Known> known;
        };
        std::uint32_t find(Words& known, std::uint64_t word, int variables) {
            const std::uint32_t at = known.map.find(
                word, [&known](std::uint32_t i) { return known.known[i - 1].word; },
                [&] {
                    known.known.push_back({word, split(word, variables)});  // `known` is not touched below
                    return static_cast<std::uint32_t>(known.known.size());
                });
            return known.known[at - 1].node;
        }

        std::uint32_t split(std::uint64_t word, int variables) {
            const int half = 1 << (variables - 1);
            const std::uint64_t high_word = word >> half, low_word = word ^ (high_word << half);
            const std::uint32_t low = below(low_word, variables - 1);
            if (high_word == 0) return low;
            return zdd_.add(static_cast<std::uint32_t>(num_levels_ - variables), low,
                            below(high_word, variables - 1));
        }

        std::uint32_t below(std::uint64_t word, int variables) {
            if (variables == 5) return word ? find(of_32_, word, 5) : kEmptyFamily;
            std::uint32_t id = of_16_[word];
            if (id == kNoLevel) {
                id = split(word, variables);
                of_16_[word] = id;
            }
            return id;
        }

        Zdd& zdd_;
        int num_levels_;
        Words of_64_, of_32_;
        Array<std::uint32_t> of_16_;
    };

    int num_levels_;
    Array<std::uint64_t> words_;
    std::size_t num_distinct_ = 0;
};

}  // namespace nzdd
