// The rule of the subsets whose size lies between two bounds. A state is how many more symbols must
// and may be taken; what may is cut to what is left, so that equal families are equal states.
#pragma once

#include <cstring>

#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// How many more symbols must and may be taken.
struct SizeBounds {
    std::uint32_t least, most;

    // False where no set is left. `remaining`: the symbols after this one.
    bool decide(bool take, std::size_t remaining) {
        if (take) {
            if (most == 0) return false;
            least -= least > 0;
            --most;
        }
        most = static_cast<std::uint32_t>(std::min<std::size_t>(most, remaining));
        return least <= most;
    }
};

class Subsets {
public:
    // 0 < most <= num_symbols, least <= most
    Subsets(std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most)
        : num_symbols_(num_symbols), first_{least, most} {}

    std::size_t num_steps() const { return num_symbols_; }
    std::size_t state_bytes() const { return sizeof(SizeBounds); }
    void start(unsigned char* state) const { std::memcpy(state, &first_, sizeof(SizeBounds)); }

    std::uint32_t next(std::size_t step, bool take, unsigned char* state) const {
        SizeBounds need;
        std::memcpy(&need, state, sizeof(need));
        if (!need.decide(take, num_symbols_ - 1 - step)) return kEmptyFamily;
        if (need.most == 0) return kUnitFamily;
        std::memcpy(state, &need, sizeof(SizeBounds));
        return kOpen;
    }

private:
    std::uint32_t num_symbols_;
    SizeBounds first_;
};

// Time and memory O(num_symbols (1 + min(most, num_symbols - least))).
inline Zdd subsets(std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most, Pulse& pulse) {
    most = std::min(most, num_symbols);
    if (most > 0 && least <= most) {
        FrontierSearch<Subsets> search{Subsets(num_symbols, least, most)};
        search.expand(kNoLimit, pulse);
        return search.reduce(pulse);
    }
    Zdd zdd;
    zdd.root = least == 0 ? kUnitFamily : kEmptyFamily;
    return zdd;
}

}  // namespace nzdd
