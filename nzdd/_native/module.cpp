// The core: base/ (array.hpp, dense_cholesky.hpp, hash_slots.hpp, id_map.hpp, unique_table.hpp, memo.hpp,
// parallel.hpp, prefetch.hpp, pulse.hpp, wide_integer.hpp, wide_vectors.hpp) serves all folders; each
// bindings.cpp is the map of its folder, and bindings.hpp what they share.
#include "bindings.hpp"

NB_MODULE(_core, module) {
    nanobind::set_leak_warnings(false);  // diagrams may well live until the interpreter ends
    module.doc() =
        "Compiled kernels of nzdd, over flat arrays: Zdd and Nzdd, which the classes of the package hold.";
    nzdd::bind_diagram(module);  // first: the others take and return its classes
    nzdd::bind_build(module);
    nzdd::bind_queries(module);
    nzdd::bind_rules(module);
    nzdd::bind_shortest_rows(module);
    nzdd::bind_sharing(module);
    nzdd::bind_ordering(module);
    nzdd::bind_algebra(module);
    nzdd::bind_families(module);
    nzdd::bind_vertices(module);
    nzdd::bind_colouring(module);
    nzdd::bind_covers(module);
    nzdd::bind_states(module);
    nzdd::bind_multiset(module);
    nzdd::bind_multiset_parts(module);
    nzdd::bind_interior_point(module);
    nzdd::bind_monomials(module);
    nzdd::bind_path_graph(module);
}
