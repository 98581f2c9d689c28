// NZDDs of few nonzeros. few_nonzeros.hpp is the entry, two_searches.hpp runs what pays, sharing.hpp is one
// search: tagged_rows.hpp or tagged_edges.hpp, with tags.hpp, become the edges of a construction.hpp, and
// greedy.hpp applies the best biclique.hpp that biclique_search.hpp finds, of a kind.hpp, until the end of
// its work_budget.hpp. In bicliques/ seed_bicliques.hpp grows them in local_contexts.hpp by an
// item_ranking.hpp; in state/ are the edge_pool.hpp and what is known of it: lazy_lists.hpp, rest_index.hpp,
// seen_twice.hpp.
#include "bindings.hpp"

#include "diagram/csr_rows.hpp"
#include "diagram/sharing/few_nonzeros.hpp"
#include "diagram/sharing/two_searches.hpp"

namespace nzdd {

namespace {

// The start of a search: rows (offsets and symbols), their diagram, or both.
struct Given {
    std::optional<CsrRows> rows;
    std::optional<NzddView> view;
    SharingStart start;

    Given(const std::optional<I64>& offsets, const std::optional<U32>& symbols, std::size_t num_symbols,
          const std::optional<In<bool>>& free, const std::optional<F64>& weights, const NzddHandle* diagram) {
        if (!diagram && !(offsets && symbols))
            throw std::invalid_argument("there are neither rows nor a diagram");
        if (offsets && symbols) rows = csr(*offsets, *symbols, num_symbols);
        if (diagram) view = diagram->view();
        start = {rows ? &*rows : nullptr,
                 rows ? weights_of(weights, rows->num_rows) : nullptr,
                 view ? &*view : nullptr,
                 diagram ? diagram->multiplicity.data() : nullptr,
                 num_symbols,
                 data_or_null(free)};
    }
    Given(const Given&) = delete;
};

}  // namespace

void bind_sharing(nb::module_& m) {
    m.def(
        "nzdd_by_sharing",
        [](std::optional<I64> offsets, std::optional<U32> symbols, std::size_t num_symbols,
           std::optional<In<bool>> free, std::optional<F64> weights, const NzddHandle* diagram,
           std::size_t num_threads, nb::object progress) {
            const Given given(offsets, symbols, num_symbols, free, weights, diagram);
            return give(unlocked(
                progress, [&](Pulse& pulse) { return nzdd_by_sharing(given.start, num_threads, pulse); }));
        },
        "offsets"_a.none(), "symbols"_a.none(), "num_symbols"_a, "free"_a.none(), "weights"_a.none(),
        "diagram"_a.none(), "num_threads"_a, "progress"_a.none());
    m.attr("MAX_FROM_ROWS") = kMaxFromRows;
    // None where the diagram, a contracted ZDD, is to stay as it is
    m.def(
        "nzdd_of_few_nonzeros",
        [](std::optional<I64> offsets, std::optional<U32> symbols, std::size_t num_symbols,
           std::optional<In<bool>> free, std::optional<F64> weights, const NzddHandle& contracted, bool list,
           std::size_t num_threads, nb::object progress) {
            const Given given(offsets, symbols, num_symbols, free, weights, &contracted);
            std::optional<Nzdd> found = unlocked(
                progress, [&](Pulse& pulse) { return few_nonzeros(given.start, list, num_threads, pulse); });
            return found ? std::optional(give(std::move(*found))) : std::nullopt;
        },
        "offsets"_a.none(), "symbols"_a.none(), "num_symbols"_a, "free"_a.none(), "weights"_a.none(),
        "contracted"_a, "list"_a, "num_threads"_a, "progress"_a.none());
}

}  // namespace nzdd
