// Covers of a family of rows: sets of symbols that meet all rows (hitting_sets.hpp, over
// monotone_diagram.hpp), and sets of rows that cover the symbols (row_covers.hpp).
#include "bindings.hpp"

#include "families/covers/hitting_sets.hpp"
#include "families/covers/row_covers.hpp"

namespace nzdd {

void bind_covers(nb::module_& module) {
    using Limit = std::optional<std::uint64_t>;
    module.def(
        "hitting_sets",
        [](const ZddHandle& rows, std::uint32_t num_levels, bool minimal, Limit max_states,
           nb::object progress) {
            const ZddView view = rows.view();
            return give(unlocked(progress, [&](Pulse& pulse) {
                return HittingSets::diagram(view, num_levels, minimal, max_states.value_or(kNoLimit), pulse);
            }));
        },
        "rows"_a, "num_levels"_a, "minimal"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "row_covers",
        [](I64 offsets, U32 symbols, std::optional<In<std::uint8_t>> left_out, U32 order,
           In<std::uint8_t> least, In<std::uint8_t> most, Limit max_states, nb::object progress) {
            const CsrRows rows = csr(offsets, symbols, least.size());
            return give(unlocked(progress, [&](Pulse& pulse) {
                return row_covers(rows, data_or_null(left_out), order.data(), {least.data(), most.data()},
                                  max_states.value_or(kNoLimit), pulse);
            }));
        },
        "offsets"_a, "symbols"_a, "left_out"_a.none(), "order"_a, "least"_a, "most"_a, "max_states"_a.none(),
        "progress"_a.none());
}

}  // namespace nzdd
