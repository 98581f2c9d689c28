// NZDDs of few nonzeros. two_searches.hpp is the entry, sharing.hpp one search: tagged_rows.hpp or
// tagged_edges.hpp, with tags.hpp, become the edges of a construction.hpp, and greedy.hpp applies the best
// biclique.hpp that biclique_search.hpp finds, of a kind.hpp, until the end of its work_budget.hpp.
// In bicliques/ seed_bicliques.hpp grows them in local_contexts.hpp by an item_ranking.hpp; in state/ are the
// edge_pool.hpp and what is known of it: lazy_lists.hpp, rest_index.hpp, seen_twice.hpp.
#include "bindings.hpp"

#include "diagram/csr_rows.hpp"
#include "diagram/sharing/two_searches.hpp"

namespace nzdd {

void bind_sharing(nb::module_& m) {
    // from rows (offsets and symbols), from their diagram, or from both
    m.def(
        "nzdd_by_sharing",
        [](std::optional<I64> offsets, std::optional<U32> symbols, std::size_t num_symbols,
           std::optional<In<bool>> free, std::optional<F64> weights, const NzddHandle* diagram,
           std::size_t num_threads, nb::object progress) {
            if (!diagram && !(offsets && symbols))
                throw std::invalid_argument("there are neither rows nor a diagram");
            return give(unlocked(progress, [&](Pulse& pulse) {
                std::optional<CsrRows> rows;
                if (offsets && symbols) rows = csr(*offsets, *symbols, num_symbols);
                std::optional<NzddView> view;
                if (diagram) view = diagram->view();
                const SharingStart start{rows ? &*rows : nullptr,
                                         rows ? weights_of(weights, rows->num_rows) : nullptr,
                                         view ? &*view : nullptr,
                                         diagram ? diagram->multiplicity.data() : nullptr,
                                         num_symbols,
                                         data_or_null(free)};
                return nzdd_by_sharing(start, num_threads, pulse);
            }));
        },
        "offsets"_a.none(), "symbols"_a.none(), "num_symbols"_a, "free"_a.none(), "weights"_a.none(),
        "diagram"_a.none(), "num_threads"_a, "progress"_a.none());
}

}  // namespace nzdd
