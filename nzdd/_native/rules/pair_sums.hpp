// The sums of a vector over the rows of two bits at once, for all pairs of dense bits: of the vector
// rounded to a few bits, and how far they may be from the sums of the vector itself.
#pragma once

#include <cmath>

#include "base/parallel.hpp"
#include "base/wide_vectors.hpp"
#include "rules/dense_bits.hpp"

namespace nzdd {

// The sum of values of at most 63 where a mask is set; `rows` is a multiple of kPiece.
NZDD_WIDE inline std::int64_t masked_sum(const std::int8_t* values, const std::int8_t* mask,
                                         std::size_t rows) {
    constexpr std::size_t kPiece = DenseBits::kPiece, kHalf = kPiece / 2;
    std::int64_t total = 0;
    for (std::size_t row = 0; row < rows; row += kPiece) {
        std::int16_t sum = 0;
        for (std::size_t i = row; i < row + kHalf; ++i)
            sum = static_cast<std::int16_t>(
                sum +
                static_cast<std::int8_t>((values[i] & mask[i]) + (values[i + kHalf] & mask[i + kHalf])));
        total += sum;
    }
    return total;
}

// Values as a sum of a few vectors of small integers, each times a step, but for a known error.
class RoundedValues {
public:
    // As many vectors as the sums over the rows of bits need to err by less than `wanted`; two at most.
    RoundedValues(const DenseBits& bits, const double* values, std::size_t num_rows, double wanted) {
        error_.assign(bits.size(), 0.0);
        if (bits.size() < 2) return;
        Array<double> rest;
        rest.append(values, num_rows);
        double total = 0, worst = 0;
        for (const double value : rest) total += std::abs(value);
        do {
            add_layer(bits, rest);
            worst = bound_errors(bits, rest, kRounding * total);
        } while (worst > wanted && layers_.size() < kMostLayers);
    }

    struct Layer {
        double step;
        Array<std::int8_t> values;  // one for each row, and 0 behind them
    };

    const std::vector<Layer>& layers() const { return layers_; }
    // How far the sum over any rows of a bit may be from that of the rounded values.
    double error(std::size_t bit) const { return error_[bit]; }
    const double* errors() const { return error_.data(); }

private:
    static constexpr std::size_t kMostLayers = 2;
    static constexpr double kMost = 63;  // two of them fit into 8 bits
    static constexpr double kRounding = 1e-12;

    void add_layer(const DenseBits& bits, Array<double>& rest) {
        double most = 0;
        for (const double value : rest) most = std::max(most, std::abs(value));
        Layer layer{most / kMost, Array<std::int8_t>(bits.num_padded_rows(), 0)};
        for (std::size_t i = 0; most > 0 && i < rest.size(); ++i) {
            const double whole = std::nearbyint(rest[i] / layer.step);
            layer.values[i] = static_cast<std::int8_t>(whole);
            rest[i] -= whole * layer.step;
        }
        layers_.push_back(std::move(layer));
    }

    // The largest error; at most half a step in each row.
    double bound_errors(const DenseBits& bits, const Array<double>& rest, double rounding) {
        const double unit = layers_.back().step / (2 * kMost);
        Array<std::int8_t> above(bits.num_padded_rows(), 0), below(bits.num_padded_rows(), 0);
        for (std::size_t i = 0; unit > 0 && i < rest.size(); ++i) {
            const double off = std::min(kMost, std::ceil(std::abs(rest[i]) / unit));
            (rest[i] > 0 ? above : below)[i] = static_cast<std::int8_t>(off);
        }
        double worst = 0;
        for (std::size_t bit = 0; bit < bits.size(); ++bit) {
            const auto most = std::max(masked_sum(above.data(), bits.mask(bit), bits.num_padded_rows()),
                                       masked_sum(below.data(), bits.mask(bit), bits.num_padded_rows()));
            error_[bit] = unit * static_cast<double>(most) + rounding;
            worst = std::max(worst, error_[bit]);
        }
        return worst;
    }

    std::vector<Layer> layers_;
    Array<double> error_;
};

class PairSums {
public:
    // Of the bits from `first` on.
    PairSums(const DenseBits& bits, std::size_t first) : bits_(&bits), first_(first) {
        sums_.assign(size() * (size() + 1) / 2, 0.0);
    }

    void add(const RoundedValues::Layer& layer, Worker& worker) {
        for (std::size_t tile = 0; tile < num_tiles(); ++tile) add_tile(layer, tile, worker);
    }

    void add(const RoundedValues::Layer& layer, std::size_t num_threads, Pulse& pulse) {
        parallel_for(num_tiles(), num_threads, pulse,
                     [&](std::size_t tile, Worker& worker) { add_tile(layer, tile, worker); });
    }

    // The sums of a bit with each one behind it.
    const double* behind(std::size_t bit) const { return sums_.data() + start(bit) + 1; }

private:
    static constexpr std::size_t kTile = 8, kBlock = 2048;  // masks and rows that stay in the first cache

    std::size_t size() const { return bits_->size() - first_; }
    std::size_t num_tiles() const { return (size() + kTile - 1) / kTile; }
    std::size_t start(std::size_t bit) const {
        return (bit - first_) * (2 * size() + 1 - (bit - first_)) / 2;
    }

    void add_tile(const RoundedValues::Layer& layer, std::size_t tile, Worker& worker) {
        const std::size_t first = first_ + tile * kTile, last = std::min(bits_->size(), first + kTile);
        const std::size_t num_rows = bits_->num_padded_rows();
        Array<std::int8_t> masked(kTile * kBlock);
        for (std::size_t row = 0; row < num_rows; row += kBlock) {
            worker.beat(row, num_rows);
            const std::size_t rows = std::min(kBlock, num_rows - row);
            for (std::size_t u = first; u < last; ++u) {
                std::int8_t* own = masked.data() + (u - first) * kBlock;
                const std::int8_t* mask = bits_->mask(u) + row;
                for (std::size_t i = 0; i < rows; ++i)
                    own[i] = static_cast<std::int8_t>(layer.values[row + i] & mask[i]);
            }
            for (std::size_t v = first; v < bits_->size(); ++v)
                for (std::size_t u = first; u < std::min(last, v + 1); ++u)
                    sums_[start(u) + v - u] +=
                        layer.step * static_cast<double>(masked_sum(masked.data() + (u - first) * kBlock,
                                                                    bits_->mask(v) + row, rows));
        }
    }

    const DenseBits* bits_;
    std::size_t first_;
    Array<double> sums_;  // of each bit with itself and those behind it
};

}  // namespace nzdd
