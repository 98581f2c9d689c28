// What each step of a search over the edges of a graph does: the edge it decides, as the slots of its
// ends in the state, and the vertices that enter the frontier before it and leave it after it. The
// frontier are the vertices with both decided and undecided edges. Time O(vertices + edges).
#pragma once

#include "base/array.hpp"

namespace nzdd {

// Vertices that a rule knows by name, slots 0, 1, ... from the start. Those that stay never leave.
struct Fixed {
    Array<std::uint32_t> vertices;
    bool stay = false;
};

struct EdgeSteps {
    struct Step {
        std::uint32_t a, b;  // the slots of the ends, equal at a self-loop
        bool enter_a, enter_b, leave_a, leave_b;
        std::uint32_t edge, u, v;  // u is in slot a, v in slot b
    };

    Array<Step> steps;
    Array<std::uint32_t> finish;  // the last step of each fixed vertex
    std::uint32_t num_slots;

    // `sequence`: the edges as they are decided
    EdgeSteps(const std::uint32_t* ends, std::size_t num_vertices, const Fixed& fixed,
              const Array<std::uint32_t>& sequence)
        : num_slots(static_cast<std::uint32_t>(fixed.vertices.size())) {
        Array<std::uint32_t> last(num_vertices, 0), slot(num_vertices, kNone), free;
        for (std::size_t i = 0; i < sequence.size(); ++i)
            for (std::size_t end = 0; end < 2; ++end)
                last[ends[2 * sequence[i] + end]] = static_cast<std::uint32_t>(i);
        for (std::uint32_t k = 0; k < num_slots; ++k) {
            const std::uint32_t v = fixed.vertices[k];
            slot[v] = k;
            finish.push_back(last[v]);
            if (fixed.stay) last[v] = kNone;
        }
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
            const bool enter_u = enter(u), enter_v = enter(v), leave_u = last[u] == i,
                       leave_v = last[v] == i && v != u;
            steps.push_back({slot[u], slot[v], enter_u, enter_v, leave_u, leave_v, sequence[i], u, v});
            if (leave_u) free.push_back(slot[u]);
            if (leave_v) free.push_back(slot[v]);
        }
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;
};

}  // namespace nzdd
