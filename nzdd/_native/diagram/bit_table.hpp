// Few variables: mark every row in a table of 2^n bits. A 64-bit word of the table is the whole
// sub-family over the last six variables, so hash-consing the words and then pairing neighbours,
// one level after the other, gives the ZDD without sorting. Time O(m + 2^n / 64), memory 2^n bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "array.hpp"
#include "diagram/id_map.hpp"
#include "diagram/zdd.hpp"
#include "pulse.hpp"

namespace nzdd {

inline constexpr int kMaxTableBits = 32;

class BitTable {
public:
    // Row words have level l of n at bit n - 1 - l.
    BitTable(const std::uint64_t* rows, std::size_t num_rows, int num_levels, Pulse& pulse)
        : num_levels_(num_levels), words_((std::size_t{1} << std::max(num_levels, 6)) / 64, 0) {
        pulse.stage("mark rows");
        for (std::size_t i = 0; i < num_rows; ++i) {
            words_[rows[i] >> 6] |= std::uint64_t{1} << (rows[i] & 63);
            pulse(i, num_rows);
        }
        for (std::uint64_t word : words_) num_distinct_ += static_cast<std::size_t>(std::popcount(word));
    }

    std::size_t num_distinct() const { return num_distinct_; }

    Zdd zdd(Pulse& pulse) const {
        Zdd zdd;
        pulse.stage("hash words");
        WordNodes nodes(zdd, num_levels_, pulse);
        Array<std::uint32_t> layer(words_.size());
        for (std::size_t i = 0; i < layer.size(); ++i) {
            layer[i] = words_[i] ? nodes.of_word(words_[i]) : kEmptyFamily;
            pulse(i, layer.size());
        }
        pulse.stage("pair levels");
        IdMap pairs(pulse);
        for (int level = num_levels_ - 7; level >= 0; --level) {
            layer.resize(layer.size() / 2);
            pairs.clear();
            for (std::size_t i = 0; i < layer.size(); ++i) {
                layer[i] =
                    node(zdd, pairs, static_cast<std::uint32_t>(level), layer[2 * i], layer[2 * i + 1]);
                pulse(i, layer.size());
            }
        }
        zdd.root = layer[0];
        return zdd;
    }

    // Distinct rows, ascending, and how often (or with which total weight) each was given.
    void sorted(const std::uint64_t* rows, const double* weights, std::size_t num_rows,
                Array<std::uint64_t>& distinct, Array<double>& total, Pulse& pulse) const {
        Array<std::uint32_t> rank(words_.size());
        distinct.reserve(num_distinct_);
        for (std::size_t i = 0; i < words_.size(); ++i) {
            rank[i] = static_cast<std::uint32_t>(distinct.size());
            for (std::uint64_t rest = words_[i]; rest; rest &= rest - 1)
                distinct.push_back(64 * i + static_cast<std::uint64_t>(std::countr_zero(rest)));
        }
        total.assign(num_distinct_, 0.0);
        pulse.stage("weigh rows");
        for (std::size_t i = 0; i < num_rows; ++i) {
            const std::uint64_t before = words_[rows[i] >> 6] & ((std::uint64_t{1} << (rows[i] & 63)) - 1);
            total[rank[rows[i] >> 6] + static_cast<unsigned>(std::popcount(before))] +=
                weights ? weights[i] : 1;
            pulse(i, num_rows);
        }
    }

private:
    static std::uint32_t node(Zdd& zdd, IdMap& known, std::uint32_t level, std::uint32_t low,
                              std::uint32_t high) {
        if (high == kEmptyFamily) return low;
        const std::uint64_t key = std::uint64_t{low} << 32 | high;
        IdMap::Slot& slot = known[key];
        if (slot.key) return slot.id;
        const std::uint32_t id = zdd.add(level, low, high);
        slot = {key, id};
        known.filled();
        return id;
    }

    // Nodes of families over the last 6, 5, ... variables, each family one word of 64, 32, ... bits.
    // Distinct words are distinct families, so a word is its own key.
    class WordNodes {
    public:
        WordNodes(Zdd& zdd, int num_levels, Pulse& pulse)
            : zdd_(zdd), num_levels_(num_levels), of_64_(pulse), of_32_(pulse), of_16_(1 << 16, kNoLevel) {
            of_16_[0] = kEmptyFamily;
            of_16_[1] = kUnitFamily;
        }

        std::uint32_t of_word(std::uint64_t word) { return find(of_64_, word, 6); }

    private:
        std::uint32_t find(IdMap& known, std::uint64_t word, int variables) {
            IdMap::Slot& slot = known[word];
            if (slot.key) return slot.id;
            slot.key = word;
            const std::uint32_t id = slot.id = split(word, variables);  // `known` is not touched below
            known.filled();
            return id;
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
        IdMap of_64_, of_32_;
        Array<std::uint32_t> of_16_;
    };

    int num_levels_;
    Array<std::uint64_t> words_;
    std::size_t num_distinct_ = 0;
};

}  // namespace nzdd
