// How long a search may go on: counted in steps, never by the clock, so that the result is the same
// on every machine. 2 to 5 * 10^8 steps take a second.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/pulse.hpp"

namespace nzdd {

class WorkBudget {
public:
    WorkBudget(std::int64_t steps, Pulse& pulse) : steps_(steps), pulse_(pulse) {}

    void spend(std::size_t steps) { spent_ += static_cast<std::int64_t>(steps); }
    bool used_up() const { return spent_ > steps_; }
    std::int64_t steps() const { return steps_; }
    std::int64_t spent() const { return spent_; }
    Pulse& pulse() { return pulse_; }

    // Call with the index of an edge or a list, or where one step is long already: see Pulse.
    void beat(std::uint64_t step) {
        if ((step & 0xff) == 0) beat();
    }
    void beat() {
        const auto done = static_cast<std::uint64_t>(std::min(spent_, steps_));
        pulse_.beat(done, static_cast<std::uint64_t>(steps_));
    }

private:
    std::int64_t steps_, spent_ = 0;
    Pulse& pulse_;
};

}  // namespace nzdd
