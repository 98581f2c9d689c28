// What each step of a path search does: the edge it decides, as the slots of its ends in the state,
// and the vertices that enter the frontier before it and leave it after it. Time O(vertices + edges).
#pragma once

#include <cstdint>

#include "array.hpp"

namespace nzdd {

struct PathSteps {
    struct Step {
        std::uint32_t a, b;  // the slots of the ends
        bool enter_a, enter_b, leave_a, leave_b;
    };
    static constexpr std::uint32_t kSource = 0, kTarget = 1;  // their slots, taken from the start

    Array<Step> steps;
    std::uint32_t num_slots = 2;

    // `sequence`: the edges, none of them a self-loop, as they are decided
    PathSteps(const std::uint32_t* ends, std::size_t num_vertices, std::uint32_t source, std::uint32_t target,
              const Array<std::uint32_t>& sequence) {
        Array<std::uint32_t> last(num_vertices, 0), slot(num_vertices, kNone), free;
        for (std::size_t i = 0; i < sequence.size(); ++i)
            for (std::size_t end = 0; end < 2; ++end)
                last[ends[2 * sequence[i] + end]] = static_cast<std::uint32_t>(i);
        slot[source] = kSource;
        slot[target] = kTarget;
        const auto enter = [&](std::uint32_t v) {
            if (slot[v] != kNone) return false;
            if (free.empty()) free.push_back(num_slots++);
            slot[v] = free.back();
            free.pop_back();
            return true;
        };
        steps.reserve(sequence.size());
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const std::uint32_t u = ends[2 * sequence[i]], v = ends[2 * sequence[i] + 1];
            const bool enter_u = enter(u), enter_v = enter(v), leave_u = last[u] == i, leave_v = last[v] == i;
            steps.push_back({slot[u], slot[v], enter_u, enter_v, leave_u, leave_v});
            if (leave_u) free.push_back(slot[u]);
            if (leave_v) free.push_back(slot[v]);
        }
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;
};

}  // namespace nzdd
