// How many chosen neighbours a vertex may have: one set of numbers for the chosen vertices (sigma), one for
// the others (rho). Independent sets, dominating sets, perfect codes, induced regular subgraphs and more are
// such families. (J. A. Telle and A. Proskurowski 1997, Algorithms for vertex partitioning problems on
// partial k-trees.)
//
// The state of a vertex is a byte: zero where all that may follow is allowed, or nothing has happened yet.
#pragma once

#include <bit>
#include <cstdint>

#include "families/vertices/vertex_steps.hpp"

namespace nzdd {

class NeighbourCounts {
public:
    // Bit k: whether k chosen neighbours are allowed; bit 63 for all numbers from 63 on.
    NeighbourCounts(std::uint64_t sigma, std::uint64_t rho)
        : sigma_(static_cast<std::int64_t>(sigma)),
          rho_(static_cast<std::int64_t>(rho)),
          independent_(sigma == 1),
          last_(std::max(alike_from(sigma_), alike_from(rho_))) {}

    bool all() const { return sigma_ == -1 && rho_ == -1; }

    // The vertex of the step is decided; false where no decision of the others is left.
    bool decide(unsigned char* codes, const VertexSteps& plan, const VertexSteps::Step& step,
                bool take) const {
        unsigned char& own = codes[step.slot];
        const unsigned count = own + unsigned{take && step.loop};
        own = static_cast<unsigned char>((take ? kChosen : kOther) + std::min(count, last_));
        if (!settle(own, step.rest)) return false;
        // Each neighbour that is yet to come knows of this vertex, and looks itself.
        if (take && independent_) own = 0;
        for (std::size_t k = step.begin; k < step.end; ++k) {
            const VertexSteps::Neighbour& neighbour = plan.neighbours[k];
            unsigned char& code = codes[neighbour.slot];
            if (neighbour.place == VertexSteps::kNone) {
                code = static_cast<unsigned char>(std::min(code + unsigned{take}, last_));
            } else if (code != 0) {
                const unsigned kind = code & ~kCount;
                code = static_cast<unsigned char>(kind + std::min((code & kCount) + unsigned{take}, last_));
                if (!settle(code, neighbour.rest)) return false;
            }
        }
        return true;
    }

private:
    static constexpr unsigned kCount = 63, kChosen = 64, kOther = 128;

    // The least number from which on all numbers are allowed, or none.
    static unsigned alike_from(std::int64_t set) {
        const auto bits = static_cast<std::uint64_t>(set < 0 ? ~set : set);
        return 64 - static_cast<unsigned>(std::countl_zero(bits));
    }

    bool settle(unsigned char& code, std::uint32_t rest) const {
        const std::int64_t set = (code & kChosen ? sigma_ : rho_) >> (code & kCount);
        const std::uint64_t possible = rest >= kCount ? ~std::uint64_t{0} : (std::uint64_t{2} << rest) - 1;
        const std::uint64_t allowed = static_cast<std::uint64_t>(set) & possible;
        if (allowed == possible) code = 0;
        return allowed != 0;
    }

    std::int64_t sigma_, rho_;  // shifted to the right they keep bit 63, and say what is allowed in addition
    bool independent_;
    unsigned last_;  // greater counts are like this one
};

}  // namespace nzdd
