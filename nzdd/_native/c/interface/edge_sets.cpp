// Paths, cycles and cuts of a graph as families of sets of edges.
#include "c/interface/graph.hpp"
#include "families/edge_families.hpp"

using namespace nzdd;

extern "C" {

nzdd_status nzdd_paths(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint32_t source,
                       uint32_t target, int directed, const uint32_t* order, uint64_t max_states,
                       const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        check_vertex(source, num_vertices, "source");
        check_vertex(target, num_vertices, "target");
        Pulse pulse = listen(watch);
        return edge_family(
            num_vertices, num_edges, ends, order, max_states, pulse,
            [&](const EdgeTask& task) { return simple_paths(task, source, target, directed != 0, pulse); });
    });
}

nzdd_status nzdd_cycles(size_t num_vertices, size_t num_edges, const uint32_t* ends, int directed,
                        const uint32_t* order, uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        Pulse pulse = listen(watch);
        return edge_family(num_vertices, num_edges, ends, order, max_states, pulse,
                           [&](const EdgeTask& task) { return simple_cycles(task, directed != 0, pulse); });
    });
}

nzdd_status nzdd_minimal_cuts(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint32_t source,
                              uint32_t target, const uint32_t* order, uint64_t max_states,
                              const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        check_vertex(source, num_vertices, "source");
        check_vertex(target, num_vertices, "target");
        Pulse pulse = listen(watch);
        return edge_family(num_vertices, num_edges, ends, order, max_states, pulse,
                           [&](const EdgeTask& task) { return minimal_cuts(task, source, target, pulse); });
    });
}

}  // extern "C"
