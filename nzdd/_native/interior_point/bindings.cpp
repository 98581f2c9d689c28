// Soft margins. soft_margin.hpp iterates over a flow_network.hpp; newton_system.hpp solves each step, by
// laplacian.hpp and schur_complement.hpp, summing labels over label_forest.hpp; bounds.hpp proves what was
// reached.
#include "bindings.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <stdexcept>

#include "interior_point/soft_margin.hpp"

namespace nzdd {
namespace {

void need(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

// Every target lies in front of the edges that leave it, and all positions are nodes.
std::unique_ptr<FlowNetwork> flow_network(const U32& source, const U32& target, const F64& sign,
                                          const I64& label_offsets, const U32& labels,
                                          std::size_t num_symbols, std::uint32_t root, std::uint32_t leaf) {
    const std::size_t edges = source.size();
    need(edges > 0 && target.size() == edges && sign.size() == edges && label_offsets.size() == edges + 1,
         "the edge arrays differ in size");
    need(label_offsets.data()[0] == 0 &&
             label_offsets.data()[edges] == static_cast<std::int64_t>(labels.size()),
         "the labels do not belong to the edges");
    need(leaf < root, "the leaf is not a node");
    for (std::size_t e = 0; e < edges; ++e) {
        need(source.data()[e] <= root && target.data()[e] < root, "an edge leads outside the nodes");
        need(label_offsets.data()[e] <= label_offsets.data()[e + 1], "the labels overlap");
    }
    for (std::size_t k = 0; k < labels.size(); ++k)
        need(labels.data()[k] < num_symbols, "a symbol is out of range");
    return unlocked(nb::none(), [&](Pulse& pulse) {
        LaplacianPattern pattern(root, source.data(), target.data(), edges, pulse);
        return std::unique_ptr<FlowNetwork>(new FlowNetwork{copy(source), copy(target), copy(labels),
                                                            copy(sign), copy(label_offsets), root, leaf,
                                                            num_symbols, std::move(pattern)});
    });
}

std::unique_ptr<SoftMarginProgram> program(const FlowNetwork& network, const U32& symbols,
                                           const In<std::uint8_t>& sides, const F64& capacity,
                                           const F64& reference, const F64& start, double log_ratio,
                                           double eta, std::size_t dense) {
    const std::size_t edges = network.num_edges();
    need(capacity.size() == edges && reference.size() == edges && start.size() == edges,
         "there is not one capacity, reference and start an edge");
    need(symbols.size() == sides.size(), "symbols and sides differ in number");
    bool bounded = false;
    Array<std::uint32_t> column(network.num_symbols, LabelForest::kAbsent);
    for (std::size_t j = 0; j < symbols.size(); ++j) {
        need(symbols.data()[j] < network.num_symbols, "a column has no symbol");
        need(sides.data()[j] <= kBoth, "a side is not 0, 1, 2 or 3");
        bounded = bounded || sides.data()[j] != kFree;
        column[symbols.data()[j]] = static_cast<std::uint32_t>(j);
    }
    need(bounded, "no column is bounded");
    need(dense > 0, "no column may be dense");
    for (std::size_t e = 0; e < edges; ++e)
        for (std::int64_t k = network.label_offsets[e]; k < network.label_offsets[e + 1]; ++k) {
            const std::uint32_t j = column[network.labels[k]];
            need(j == LabelForest::kAbsent || sides.data()[j] != kFree || network.source[e] == network.root,
                 "a free column stands on an edge that does not leave the root");
        }
    for (std::size_t e = 0; e < edges; ++e)
        need(0 < start.data()[e] && start.data()[e] < capacity.data()[e] && reference.data()[e] > 0,
             "the start is not inside the capacities");
    return unlocked(nb::none(), [&](Pulse& pulse) {
        LabelForest labels(edges, network.label_offsets.data(), network.labels.data(), column.data(), pulse);
        return std::make_unique<SoftMarginProgram>(network, std::move(labels), copy(sides),
                                                   FlowBox{copy(capacity), copy(reference), log_ratio, eta},
                                                   copy(start), dense);
    });
}

bool iterate(SoftMarginProgram& self, const nb::object& progress) {
    return unlocked(progress, [&](Pulse& pulse) {
        pulse.stage("interior point");
        return self.iterate(pulse);
    });
}

// An array of the program, which iterations change.
template <auto kArray>
Out<double> copied(const SoftMarginProgram& self) {
    return give(copy((self.*kArray)()));
}

}  // namespace

void bind_interior_point(nb::module_& module) {
    nb::class_<FlowNetwork>(module, "FlowNetwork")
        .def(nb::new_(&flow_network), "source"_a, "target"_a, "sign"_a, "label_offsets"_a, "labels"_a,
             "num_symbols"_a, "root"_a, "leaf"_a)
        .def_prop_ro("fill", [](const FlowNetwork& self) { return self.laplacian.num_entries(); });
    nb::class_<SoftMarginProgram>(module, "SoftMarginProgram")
        .def(nb::new_(&program), nb::keep_alive<0, 1>(), "network"_a, "symbols"_a, "sides"_a, "capacity"_a,
             "reference"_a, "start"_a, "log_ratio"_a, "eta"_a, "dense"_a)
        .def("iterate", &iterate, "progress"_a.none())
        .def_prop_ro("lower", &SoftMarginProgram::lower)
        .def_prop_ro("upper", &SoftMarginProgram::upper)
        .def_prop_ro("flow", copied<&SoftMarginProgram::flow>, nb::rv_policy::reference)
        .def_prop_ro("weights", copied<&SoftMarginProgram::weights>, nb::rv_policy::reference)
        .def_prop_ro("potentials", copied<&SoftMarginProgram::potentials>, nb::rv_policy::reference);
}

}  // namespace nzdd
