// Sifting (R. Rudell, Dynamic variable ordering for ordered binary decision diagrams, 1993) on ZDDs: each
// symbol in turn, that of the most nodes first, moves through all levels by exchanges with its
// neighbours, and stays where the diagram is smallest.
#pragma once

#include <numeric>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "ordering/swappable_zdd.hpp"

namespace nzdd {

class Sifting {
public:
    // Passes over all symbols until one gains nothing or `max_steps` are used up; moving the last
    // symbol back to its best level is not counted. A symbol goes no further where the diagram has grown
    // by more than `max_growth` percent.
    static void run(SwappableZdd& zdd, std::uint32_t max_growth, std::uint64_t max_steps, Pulse& pulse) {
        Sifting sifting(zdd, max_growth, max_steps, pulse);
        pulse.stage("sift");
        for (std::uint64_t before = zdd.size() + 1; zdd.size() < before && !sifting.spent();) {
            before = zdd.size();
            sifting.pass();
        }
    }

private:
    Sifting(SwappableZdd& zdd, std::uint32_t max_growth, std::uint64_t max_steps, Pulse& pulse)
        : zdd_(zdd), max_growth_(max_growth), max_steps_(max_steps), pulse_(pulse) {}

    bool spent() const { return zdd_.steps() >= max_steps_; }

    void pass() {
        Array<std::uint32_t> symbols(zdd_.num_levels());
        std::iota(symbols.begin(), symbols.end(), 0);
        std::stable_sort(symbols.begin(), symbols.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return zdd_.width(a) > zdd_.width(b); });
        for (std::uint32_t symbol : symbols) {
            if (spent()) return;
            pulse_.beat(zdd_.steps(), max_steps_);
            place(symbol);
        }
    }

    // To the nearer end first, then to the other one, then back to the best level.
    void place(std::uint32_t symbol) {
        least_ = zdd_.size();
        const std::uint32_t first = best_level_ = zdd_.level(symbol), last = zdd_.num_levels() - 1;
        const bool up = first < last - first;
        travel(symbol, up ? 0 : last);
        travel(symbol, up ? last : 0);
        while (zdd_.level(symbol) != best_level_) move(symbol, best_level_);
    }

    void travel(std::uint32_t symbol, std::uint32_t end) {
        while (zdd_.level(symbol) != end && !spent()) {
            move(symbol, end);
            if (zdd_.size() < least_) {
                least_ = zdd_.size();
                best_level_ = zdd_.level(symbol);
            } else if (zdd_.size() > least_ + least_ * max_growth_ / 100) {
                return;
            }
        }
    }

    void move(std::uint32_t symbol, std::uint32_t towards) {
        const std::uint32_t level = zdd_.level(symbol);
        zdd_.swap(towards < level ? level - 1 : level);
    }

    SwappableZdd& zdd_;
    std::uint64_t max_growth_, max_steps_;
    Pulse& pulse_;
    std::uint64_t least_ = 0;
    std::uint32_t best_level_ = 0;
};

}  // namespace nzdd
