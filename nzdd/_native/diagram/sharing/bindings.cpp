// NZDDs of few nonzeros. sharing.hpp is the entry: tagged_rows.hpp become the edges of a construction.hpp,
// and greedy.hpp applies the best biclique.hpp that biclique_search.hpp finds, of a kind.hpp. edge_pool.hpp,
// rest_index.hpp and lazy_lists.hpp hold the state, work_budget.hpp ends the search.
#include "bindings.hpp"

#include "diagram/csr_rows.hpp"
#include "diagram/sharing/sharing.hpp"

namespace nzdd {

void bind_sharing(nb::module_& m) {
    m.def(
        "nzdd_by_sharing",
        [](I64 offsets, U32 symbols, std::size_t num_symbols, std::optional<In<bool>> free,
           std::optional<F64> weights, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                const CsrRows rows = csr(offsets, symbols, num_symbols);
                return nzdd_by_sharing(rows, data_or_null(free), weights_of(weights, rows.num_rows), pulse);
            }));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "free"_a.none(), "weights"_a.none(), "progress"_a.none());
}

}  // namespace nzdd
