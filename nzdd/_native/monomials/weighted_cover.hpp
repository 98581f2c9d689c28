// What a monomial gains by the rows that it covers, as sums over sets of bits.
//
// A row counts when it is covered, a pair when both its rows are: with that the reward (27) of
// Goldberg and Eckstein 2009 is one sum over covered things, since a separated pair (i, i') is row i less
// the pair. Those that raise the sum come first, those that lower it behind them.
#pragma once

#include <bit>

#include "base/array.hpp"

namespace nzdd {

using Word = std::uint64_t;

inline std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

// Rows of literals: 2 j says that attribute j is 1, 2 j + 1 that it is 0.
struct LiteralRows {
    std::size_t num_rows = 0, num_literals = 0;
    Array<Word> bits;  // a run of words a row

    std::size_t words() const { return words_for(num_literals); }
    const Word* row(std::size_t i) const { return bits.data() + i * words(); }
};

struct Pairs {
    const std::uint32_t* first;
    const std::uint32_t* second;
    const double* amount;
    std::size_t size;
};

class WeightedCover {
public:
    // `gain` of every row counts where `sign` times the row's `label` is above 0 and is lost elsewhere.
    WeightedCover(const LiteralRows& rows, const double* label, double sign, const double* weight,
                  const Pairs& pairs)
        : num_literals_(rows.num_literals) {
        Array<double> row_gain(rows.num_rows);
        for (std::size_t i = 0; i < rows.num_rows; ++i) row_gain[i] = sign * label[i] * weight[i];
        for (std::size_t p = 0; p < pairs.size; ++p)
            if (counts(pairs, p, label, sign)) row_gain[pairs.first[p]] += pairs.amount[p];
        raising_ = words_for(static_cast<std::size_t>(
            std::count_if(row_gain.begin(), row_gain.end(), [](double gain) { return gain > 0; })));
        std::size_t lowering = 0;
        for (double gain : row_gain) lowering += gain < 0;
        for (std::size_t p = 0; p < pairs.size; ++p) lowering += counts(pairs, p, label, sign);
        words_ = raising_ + words_for(lowering);
        gain_.assign(words_ * 64, 0.0);
        cover_.assign(words_ * num_literals_, 0);
        std::size_t up = 0, down = raising_ * 64;
        for (std::size_t i = 0; i < rows.num_rows; ++i) {
            if (row_gain[i] == 0) continue;
            place(row_gain[i] > 0 ? up++ : down++, row_gain[i], rows.row(i), rows.row(i), rows.words());
        }
        for (std::size_t p = 0; p < pairs.size; ++p)
            if (counts(pairs, p, label, sign))
                place(down++, -pairs.amount[p], rows.row(pairs.first[p]), rows.row(pairs.second[p]),
                      rows.words());
    }

    std::size_t num_literals() const { return num_literals_; }
    std::size_t words() const { return words_; }
    const Word* of(std::size_t literal) const { return cover_.data() + literal * words_; }

    // The empty monomial covers everything.
    void all(Word* set) const {
        std::fill_n(set, words_, 0);
        for (std::size_t k = 0; k < gain_.size(); ++k)
            if (gain_[k] != 0) set[k / 64] |= Word{1} << (k % 64);
    }

    double raised(const Word* set) const { return sum(set, 0, raising_); }
    double lowered(const Word* set) const { return sum(set, raising_, words_); }
    // of what lies in two sets
    double raised(const Word* a, const Word* b) const { return sum(a, b, 0, raising_); }
    double lowered(const Word* a, const Word* b) const { return sum(a, b, raising_, words_); }

private:
    static bool counts(const Pairs& pairs, std::size_t p, const double* label, double sign) {
        return sign * label[pairs.first[p]] > 0 && pairs.amount[p] > 0;
    }

    void place(std::size_t k, double gain, const Word* a, const Word* b, std::size_t words) {
        gain_[k] = gain;
        const Word bit = Word{1} << (k % 64);
        for (std::size_t w = 0; w < words; ++w)
            for (Word both = a[w] & b[w]; both; both &= both - 1)
                cover_[(w * 64 + std::countr_zero(both)) * words_ + k / 64] |= bit;
    }

    double sum(const Word* set, std::size_t first, std::size_t last) const {
        return sum(set, set, first, last);
    }

    double sum(const Word* a, const Word* b, std::size_t first, std::size_t last) const {
        double total = 0;
        for (std::size_t w = first; w < last; ++w)
            for (Word both = a[w] & b[w]; both; both &= both - 1)
                total += gain_[w * 64 + std::countr_zero(both)];
        return total;
    }

    std::size_t num_literals_, words_ = 0, raising_ = 0;
    Array<double> gain_;
    Array<Word> cover_;
};

}  // namespace nzdd
