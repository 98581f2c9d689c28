// What all bindings files share: python_arrays.hpp, and the diagrams between Python and the kernels.
#pragma once

#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"
#include "python_arrays.hpp"
#include "zdd_handle.hpp"

namespace nzdd {

// An NZDD between Python and the kernels.
struct NzddHandle {
    std::uint64_t num_nodes;
    Column<std::uint32_t> source, target;
    Column<std::int64_t> label_offsets;
    Column<std::uint32_t> labels;
    Column<double> multiplicity;

    NzddView view() const {
        return {num_nodes, source.size(), source.data(), target.data(), label_offsets.data(), labels.data()};
    }
};

inline NzddHandle give(Nzdd nzdd) {
    return {nzdd.num_nodes,
            as_column(std::move(nzdd.source)),
            as_column(std::move(nzdd.target)),
            as_column(std::move(nzdd.label_offsets)),
            as_column(std::move(nzdd.labels)),
            as_column(std::move(nzdd.multiplicity))};
}

// One a bindings.cpp.
void bind_algebra(nb::module_& module);
void bind_build(nb::module_& module);
void bind_diagram(nb::module_& module);
void bind_families(nb::module_& module);
void bind_interior_point(nb::module_& module);
void bind_monomials(nb::module_& module);
void bind_multiset(nb::module_& module);
void bind_ordering(nb::module_& module);
void bind_queries(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_sharing(nb::module_& module);
void bind_shortest_rows(nb::module_& module);
void bind_vertices(nb::module_& module);

}  // namespace nzdd
