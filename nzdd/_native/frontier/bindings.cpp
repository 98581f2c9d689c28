#include "bindings.hpp"

#include "frontier/path_family.hpp"
#include "frontier/subsets.hpp"

namespace nzdd {
namespace {

using U32 = In<std::uint32_t>;
using U32Matrix = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

}  // namespace

void bind_frontier(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "simple_paths",
        [](U32Matrix ends, std::size_t num_vertices, std::uint32_t source, std::uint32_t target,
           std::optional<U32> order, std::optional<std::uint64_t> max_states, nb::object progress) {
            PathFamily family = unlocked(progress, [&](Pulse& pulse) {
                return path_family(ends.data(), ends.shape(0), num_vertices, source, target,
                                   data_or_null(order), max_states.value_or(kNoLimit), pulse);
            });
            return std::tuple(give_parts(std::move(family.zdd)), give(std::move(family.order)));
        },
        "ends"_a, "num_vertices"_a, "source"_a, "target"_a, "order"_a.none(), "max_states"_a.none(),
        "progress"_a.none());
    module.def(
        "subsets",
        [](std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most, nb::object progress) {
            return give_parts(
                unlocked(progress, [&](Pulse& pulse) { return subsets(num_symbols, least, most, pulse); }));
        },
        "num_symbols"_a, "least"_a, "most"_a, "progress"_a.none());
}

}  // namespace nzdd
