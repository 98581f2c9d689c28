// The shortest rows of one diagram, for repeated searches with different lengths. Threads may share a search:
// each call has memory of its own.
#pragma once

#include <atomic>
#include <utility>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/shortest_rows/diverse_rows.hpp"
#include "diagram/shortest_rows/k_shortest.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"
#include "diagram/shortest_rows/short_rows.hpp"

namespace nzdd {

// The memory of one call, kept for the next: fresh pages cost as much as a sweep.
struct Scratch {
    Array<double> distance, prefix;
    Array<std::uint32_t> slot;  // zeros between calls

    std::uint32_t* slots(std::size_t num_nodes) {
        if (slot.empty()) slot.assign(num_nodes, 0);
        return slot.data();
    }
};

// The scratch that is kept, or another one where a call in another thread (or this call's own
// signal handler) has it.
class Lease {
public:
    Lease(Scratch& kept, std::atomic_flag& taken)
        : kept_(kept), taken_(taken), first_(!taken.test_and_set(std::memory_order_acquire)) {}
    ~Lease() {
        if (first_) taken_.clear(std::memory_order_release);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Scratch& operator*() { return first_ ? kept_ : own_; }

private:
    Scratch& kept_;
    Scratch own_;
    std::atomic_flag& taken_;
    bool first_;
};

// Lengths are one a symbol, and none is NaN.
class RowSearch {
    template <class Work>
    auto measured(const double* lengths, Pulse& pulse, const Work& work) const {
        Lease lease(scratch_, taken_);
        Scratch& scratch = *lease;
        scratch.distance.resize(zdd_.num_nodes());
        zdd_.distances(lengths, scratch.distance.data(), pulse);
        return work(Distances<double>{zdd_, lengths, scratch.distance.data()}, scratch);
    }

public:
    // `sort_symbols`: whether levels are not the symbols, so that rows come out unsorted.
    RowSearch(LevelZdd zdd, std::size_t num_symbols, bool sort_symbols)
        : num_symbols_(num_symbols), sort_symbols_(sort_symbols), zdd_(std::move(zdd)) {}

    std::size_t num_symbols() const { return num_symbols_; }

    double least(const double* lengths, Pulse& pulse) const {
        return measured(lengths, pulse, [](const auto& at, Scratch&) { return at.to_root(); });
    }

    // The length of a shortest row, and what the other symbols of a row with each symbol have at least.
    std::pair<double, Array<double>> least_beside(const double* lengths, Pulse& pulse) const {
        return measured(lengths, pulse, [&](const auto& at, Scratch& scratch) {
            Array<double> beside(num_symbols_);
            scratch.prefix.resize(zdd_.num_nodes());
            zdd_.least_beside(at.lengths, at.distance, scratch.prefix.data(), beside.data(), num_symbols_,
                              pulse);
            return std::pair(at.to_root(), std::move(beside));
        });
    }

    // At most `count` (< 2^62) rows shorter than `below`.
    ShortRows shortest(const double* lengths, std::uint64_t count, double below, Pulse& pulse) const {
        ShortRows rows = measured(lengths, pulse, [&](const auto& at, Scratch&) {
            KShortest<double> search(at, below);
            search.extend(count, pulse);
            return ShortRows{std::move(search.rows()), {}};
        });
        rows.finish(lengths, below, sort_symbols_);
        return rows;
    }

    // The same of rows that differ.
    ShortRows covering(const double* lengths, std::uint64_t count, double below, Pulse& pulse) const {
        ShortRows rows = measured(lengths, pulse, [&](const auto& at, Scratch& scratch) {
            return DiverseRows::run(at, scratch.slots(zdd_.num_nodes()), count, below, pulse);
        });
        rows.finish(lengths, below, sort_symbols_);
        return rows;
    }

private:
    std::size_t num_symbols_;
    bool sort_symbols_;
    LevelZdd zdd_;
    mutable Scratch scratch_;
    mutable std::atomic_flag taken_;
};

}  // namespace nzdd
