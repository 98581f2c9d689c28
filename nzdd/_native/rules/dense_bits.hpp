// Columns of two bins that are both frequent, and for each a mask of its rarer bin, one byte a row. Sums
// over two of them at once cost less from masks than from lists; see pair_sums.hpp.
#pragma once

#include "rules/binned_rows.hpp"

namespace nzdd {

class DenseBits {
public:
    static constexpr std::size_t kPiece = 512;  // the rows of a mask are padded to a multiple of this

    explicit DenseBits(const BinnedRows& rows)
        : num_rows_(rows.num_dense() ? (rows.num_rows() + kPiece - 1) / kPiece * kPiece : 0) {
        masks_.assign(rows.num_dense() * num_rows_, 0);
        for (std::size_t c = 0; c < rows.num_columns(); ++c) {
            number_.push_back(static_cast<std::uint32_t>(columns_.size()));
            if (!rows.is_dense(c)) continue;
            std::int8_t* mask = masks_.data() + columns_.size() * num_rows_;
            const std::uint8_t* codes = rows.codes(c);
            for (std::size_t i = 0; i < rows.num_rows(); ++i) mask[i] = codes[i] == rows.frequent(c) ? 0 : -1;
            columns_.push_back(static_cast<std::uint32_t>(c));
        }
    }

    std::size_t size() const { return columns_.size(); }
    std::size_t num_padded_rows() const { return num_rows_; }
    std::size_t column(std::size_t bit) const { return columns_[bit]; }
    // How many columns before this one are dense: the number of its bit, if it is dense itself.
    std::size_t number(std::size_t column) const { return number_[column]; }
    const std::int8_t* mask(std::size_t bit) const { return masks_.data() + bit * num_rows_; }

private:
    std::size_t num_rows_;
    Array<std::uint32_t> columns_, number_;
    Array<std::int8_t> masks_;
};

}  // namespace nzdd
