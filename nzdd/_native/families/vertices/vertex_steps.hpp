// What each step of a search over the vertices of a graph does: the vertex it decides, its neighbours, and
// where the state holds what is known of them. Time and memory O(vertices + edges).
//
// Two kinds of slots: a vertex has one from the first decision on it or a neighbour to the last, and
// another, its place in the boundary, while it is decided and has neighbours that are not.
#pragma once

#include "base/array.hpp"
#include "families/vertices/neighbours.hpp"

namespace nzdd {

struct VertexSteps {
    struct Neighbour {
        std::uint32_t slot, place;  // its place in the boundary; kNone if it is not decided
        std::uint32_t rest;         // how many of its neighbours are not decided after the step
        bool parallel;
    };
    struct Step {
        std::uint32_t vertex, slot, place;  // place: kNone if it has no neighbours that are not decided
        std::uint32_t rest;
        bool loop;
        std::size_t begin, end;  // of its neighbours
    };

    static constexpr std::uint32_t kNone = 0xffffffff;

    Array<Step> steps;
    Array<Neighbour> neighbours;
    std::uint32_t num_slots = 0, num_places = 0;

    VertexSteps(const Neighbours& graph, const Array<std::uint32_t>& order) {
        Array<std::uint32_t> slot(graph.num_vertices, kNone), place(graph.num_vertices, kNone),
            rest(graph.num_vertices), slots, places;  // free ones
        Array<bool> decided(graph.num_vertices, false);
        const auto take = [](Array<std::uint32_t>& free, std::uint32_t& number) {
            if (free.empty()) return number++;
            const std::uint32_t one = free.back();
            free.pop_back();
            return one;
        };
        for (std::size_t v = 0; v < graph.num_vertices; ++v)
            rest[v] = static_cast<std::uint32_t>(graph.degree(v));
        steps.reserve(order.size());
        neighbours.reserve(graph.list.size());
        for (const std::uint32_t v : order) {
            if (slot[v] == kNone) slot[v] = take(slots, num_slots);
            if (rest[v] > 0) place[v] = take(places, num_places);
            decided[v] = true;
            Step step{v, slot[v], place[v], rest[v], graph.loop[v], neighbours.size(), 0};
            for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
                const auto [w, parallel] = graph.list[k];
                if (slot[w] == kNone) slot[w] = take(slots, num_slots);
                neighbours.push_back({slot[w], place[w], --rest[w], parallel});
            }
            step.end = neighbours.size();
            steps.push_back(step);
            const auto leave = [&](std::uint32_t w) {
                if (!decided[w] || rest[w] > 0) return;
                slots.push_back(slot[w]);
                if (place[w] != kNone) places.push_back(place[w]);
            };
            leave(v);
            for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) leave(graph.list[k].vertex);
        }
    }
};

}  // namespace nzdd
