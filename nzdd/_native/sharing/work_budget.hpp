// How long a search may go on: counted in steps, never by the clock, so that the result is the same
// on every machine. About 10^8 steps take a second.
#pragma once

#include <cstdint>

#include "pulse.hpp"

namespace nzdd {

class WorkBudget {
public:
    WorkBudget(std::int64_t steps, Pulse& pulse) : steps_(steps), pulse_(pulse) {}

    void spend(std::size_t steps) { spent_ += static_cast<std::int64_t>(steps); }
    bool used_up() const { return spent_ > steps_; }
    std::int64_t steps() const { return steps_; }
    std::int64_t spent() const { return spent_; }

    // Call with a loop index, or where one step is long already: see Pulse.
    void beat(std::uint64_t step) {
        if ((step & 0x3fff) == 0) beat();
    }
    void beat() { pulse_.beat(static_cast<std::uint64_t>(spent_), static_cast<std::uint64_t>(steps_)); }

private:
    std::int64_t steps_, spent_ = 0;
    Pulse& pulse_;
};

}  // namespace nzdd
