// Diagrams from rows, from each other, in other orders; what is in them.
#include <algorithm>
#include <bit>
#include <optional>

#include "algebra/operations.hpp"
#include "algebra/paths.hpp"
#include "algebra/reorder.hpp"
#include "c/interface/handles.hpp"
#include "diagram/build/build.hpp"
#include "diagram/ordered_paths.hpp"
#include "diagram/queries/list_rows.hpp"
#include "diagram/queries/nzdd_queries.hpp"
#include "diagram/queries/zdd_queries.hpp"
#include "diagram/reduction/branching.hpp"
#include "diagram/reduction/contract_nonzeros.hpp"
#include "diagram/reduction/reduce.hpp"
#include "diagram/reduction/unreduced.hpp"
#include "diagram/sharing/few_nonzeros.hpp"
#include "ordering/sifting.hpp"
#include "ordering/swappable_zdd.hpp"
#include "ordering/word_bytes.hpp"

using namespace nzdd;

namespace {

thread_local char message[8192] = "";  // a path may have 4096 bytes

const double* weights_of(const double* weights, std::size_t num_rows) {
    if (weights) check_finite(weights, num_rows, "weights");
    return weights;
}

// Words hold no other bits than those of the symbols.
void check_bits_of(const std::uint64_t* words, std::size_t num_rows, std::size_t num_symbols) {
    if (num_symbols > kWordLevels)
        throw std::invalid_argument("num_symbols is " + std::to_string(num_symbols) +
                                    "; a word holds at most 64 symbols: use nzdd_zdd_from_rows");
    for (std::size_t i = 0; num_symbols < kWordLevels && i < num_rows; ++i)
        if (const std::uint64_t others = words[i] >> num_symbols; others != 0)
            throw std::invalid_argument(
                entry("words", i) + " has bit " +
                std::to_string(num_symbols + static_cast<std::size_t>(std::countr_zero(others))) + "; with " +
                std::to_string(num_symbols) + " symbols only lower bits than " + std::to_string(num_symbols) +
                " are used");
}

// Rows of levels or symbols as rows of symbols that rise.
nzdd_rows risen(RowList rows, const std::uint32_t* symbols) {
    if (symbols)
        for (std::uint32_t& symbol : rows.symbols) symbol = symbols[symbol];
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::sort(rows.symbols.begin() + rows.offsets[i], rows.symbols.begin() + rows.offsets[i + 1]);
    return {std::move(rows), {}};
}

void write_limbs(Limbs count, std::size_t room, std::uint64_t* limbs, std::size_t* num_limbs) {
    while (!count.empty() && count.back() == 0) count = count.first(count.size() - 1);
    need(num_limbs, "num_limbs") = count.size();
    if (room > 0) std::copy_n(count.data(), std::min(room, count.size()), &need(limbs, "limbs"));
}

Nzdd with_few_nonzeros(const nzdd_zdd& zdd, const std::uint8_t* free, Pulse& pulse) {
    Array<bool> costless;
    for (std::size_t s = 0; free && s < zdd.order.num_symbols; ++s) costless.push_back(free[s] != 0);
    const bool* flags = free ? costless.data() : nullptr;
    Nzdd contracted = Contraction::run(unreduced(zdd.zdd.view(), zdd.order.data()), flags, pulse);
    const NzddView view = view_of(contracted);
    const SharingStart start{nullptr, nullptr, &view, contracted.multiplicity.data(), zdd.order.num_symbols,
                             flags};
    std::optional<Nzdd> found = few_nonzeros(start, !zdd.zdd.view().low_weight, 1, pulse);
    return std::move(found ? *found : contracted);
}

}  // namespace

nzdd_status nzdd::fail(nzdd_status status, const char* text) noexcept {
    std::snprintf(message, sizeof(message), "%s", text);
    for (char& each : message) {  // one line, also where a file has others
        if (each == 0) break;
        if ((each > 0 && each < ' ') || each == 127) each = '?';
    }
    return status;
}

Nzdd nzdd::reduced(const nzdd_zdd& zdd, const nzdd_minimize& minimize, const std::uint8_t* free,
                   Pulse& pulse) {
    check_choice(minimize, NZDD_FEW_NONZEROS, "minimize", "NZDD_FEW_EDGES or NZDD_FEW_NONZEROS");
    if (minimize == NZDD_FEW_EDGES)
        return reduce_edges(BranchingZdd(zdd.zdd.view()), zdd.order.data(), pulse);
    return with_few_nonzeros(zdd, free, pulse);
}

nzdd_zdd nzdd::sifted(const nzdd_zdd& zdd, std::uint64_t max_steps, Pulse& pulse) {
    constexpr std::uint32_t kGrowth = 20;  // percent that the diagram may grow while a symbol moves
    SwappableZdd moving(zdd.zdd.view(), 1, pulse);
    Sifting::run(moving, kGrowth, max_steps, pulse);
    check_room(zdd.order.num_symbols, 2 * sizeof(std::uint32_t), "symbols");
    Array<bool> empty(zdd.order.num_symbols, true);
    Array<std::uint32_t> levels = moving.order();
    for (const std::uint32_t level : levels) empty[level] = false;
    for (std::uint32_t level = 0; level < empty.size(); ++level)
        if (empty[level]) levels.push_back(level);  // those without a node come last
    SymbolOrder order{zdd.order.num_symbols, {}, zdd.order.names};
    for (const std::uint32_t level : levels)
        order.symbols.push_back(zdd.order.symbols.empty() ? level : zdd.order.symbols[level]);
    return {moving.diagram(), std::move(order)};
}

nzdd_zdd nzdd::reordered(const nzdd_zdd& zdd, SymbolOrder order, std::uint64_t max_steps, Pulse& pulse) {
    const Array<std::uint32_t> rank = order.ranks();
    Array<std::uint32_t> levels = zdd.order.all();
    for (std::uint32_t& level : levels) level = rank[level];
    NodeStore nodes(pulse);
    Results results(pulse);
    Machine machine(nodes, results, max_steps, pulse);
    return {nodes.diagram(load_reordered(machine, zdd.zdd.view(), levels.data())), std::move(order)};
}

extern "C" {

const char* nzdd_error(void) { return message; }
int nzdd_version(void) { return NZDD_VERSION; }

void nzdd_zdd_free(nzdd_zdd* zdd) { delete zdd; }
void nzdd_nzdd_free(nzdd_nzdd* nzdd) { delete nzdd; }
void nzdd_rows_free(nzdd_rows* rows) { delete rows; }

nzdd_status nzdd_zdd_from_rows(size_t num_rows, const int64_t* offsets, const uint32_t* symbols,
                               size_t num_symbols, const double* weights, const uint32_t* order,
                               const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        SymbolOrder chosen = order_of(order, num_symbols);
        const CsrRows rows = rows_of(num_rows, offsets, symbols, num_symbols);
        const Array<std::uint32_t> rank = order ? chosen.ranks() : Array<std::uint32_t>();
        Pulse pulse = listen(watch);
        return {build_from_csr(rows, order ? rank.data() : nullptr, weights_of(weights, num_rows),
                               ToZdd{nullptr}, pulse),
                std::move(chosen)};
    });
}

nzdd_status nzdd_zdd_from_words(size_t num_rows, const uint64_t* words, size_t num_symbols,
                                const double* weights, const uint32_t* order, const nzdd_watch* watch,
                                nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        GivenWords given{need(words, num_rows, "words"), num_rows};
        check_bits_of(words, num_rows, num_symbols);
        SymbolOrder chosen = order_of(order, num_symbols);
        Pulse pulse = listen(watch);
        Array<std::uint64_t> moved;
        if (order) {
            moved = reorder_words(given, order, num_symbols, pulse);
            given.words = moved.data();
        }
        return {build_from_words(given, num_symbols, weights_of(weights, num_rows), ToZdd{nullptr}, pulse),
                std::move(chosen)};
    });
}

nzdd_status nzdd_zdd_from_nzdd(const nzdd_nzdd* nzdd, const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        const nzdd_nzdd& given = need(nzdd, "nzdd");
        Pulse pulse = listen(watch);
        NodeStore nodes(pulse);
        Results results(pulse);
        Machine machine(nodes, results, ~std::uint64_t{0}, pulse);
        const Array<std::uint32_t> rank = given.order.ranks();
        SymbolOrder order = given.order.copy();
        return {nodes.diagram(load_paths(machine, given.view(), rank.data())), std::move(order)};
    });
}

nzdd_status nzdd_nzdd_from_zdd(const nzdd_zdd* zdd, nzdd_minimize minimize, const uint8_t* free,
                               const nzdd_watch* watch, nzdd_nzdd** out) {
    return made(out, [&]() -> nzdd_nzdd {
        const nzdd_zdd& given = need(zdd, "zdd");
        check_bits(free, given.order.num_symbols, "free");
        SymbolOrder order = given.order.copy();
        Pulse pulse = listen(watch);
        return {reduced(given, minimize, free, pulse), std::move(order)};
    });
}

nzdd_status nzdd_zdd_reordered(const nzdd_zdd* zdd, const uint32_t* order, uint64_t max_steps,
                               const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        const nzdd_zdd& given = need(zdd, "zdd");
        Pulse pulse = listen(watch);
        SymbolOrder chosen = order_of(order, given.order.num_symbols);
        chosen.names = given.order.names;
        return reordered(given, std::move(chosen), limit_of(max_steps), pulse);
    });
}

nzdd_status nzdd_zdd_sifted(const nzdd_zdd* zdd, uint64_t max_steps, const nzdd_watch* watch,
                            nzdd_zdd** out) {
    return made(out, [&] {
        Pulse pulse = listen(watch);
        return sifted(need(zdd, "zdd"), limit_of(max_steps), pulse);
    });
}

void nzdd_zdd_show(const nzdd_zdd* zdd, nzdd_zdd_view* view) {
    if (!view) return;
    *view = {};
    if (!zdd) return;
    const ZddView shown = zdd->zdd.view();
    *view = {shown.num_nodes, zdd->order.num_symbols, shown.root,       shown.level,      shown.low,
             shown.high,      zdd->order.data(),      shown.low_weight, shown.high_weight};
}

void nzdd_nzdd_show(const nzdd_nzdd* nzdd, nzdd_nzdd_view* view) {
    if (!view) return;
    *view = {};
    if (!nzdd) return;
    const NzddView shown = nzdd->view();
    *view = {static_cast<size_t>(shown.num_nodes),
             shown.num_edges,
             nzdd->order.num_symbols,
             shown.source,
             shown.target,
             shown.labels,
             shown.label_offsets,
             nzdd->nzdd.multiplicity.data()};
}

void nzdd_rows_show(const nzdd_rows* rows, nzdd_rows_view* view) {
    if (!view) return;
    *view = {};
    if (!rows) return;
    *view = {rows->rows.size(), rows->rows.offsets.data(), rows->rows.symbols.data(),
             rows->lengths.empty() ? nullptr : rows->lengths.data()};
}

nzdd_status nzdd_zdd_count(const nzdd_zdd* zdd, size_t room, uint64_t* limbs, size_t* num_limbs) {
    return guarded([&] {
        Pulse pulse;
        const Array<std::uint64_t> count = count_rows(need(zdd, "zdd").zdd.view(), pulse);
        write_limbs({count.data(), count.size()}, room, limbs, num_limbs);
    });
}

nzdd_status nzdd_nzdd_count(const nzdd_nzdd* nzdd, size_t room, uint64_t* limbs, size_t* num_limbs) {
    return guarded([&] {
        Pulse pulse;
        std::size_t size = 0;
        const Array<std::uint64_t> count = count_paths(need(nzdd, "nzdd").view(), false, size, pulse);
        write_limbs({count.data(), size}, room, limbs, num_limbs);
    });
}

nzdd_status nzdd_zdd_rows(const nzdd_zdd* zdd, uint64_t first, uint64_t count, const nzdd_watch* watch,
                          nzdd_rows** out) {
    return made(out, [&] {
        const nzdd_zdd& given = need(zdd, "zdd");
        const ZddView view = given.zdd.view();
        Pulse pulse = listen(watch);
        return risen(list_rows(ZddPaths{view}, first, count, ~std::uint64_t{0}, pulse), given.order.data());
    });
}

nzdd_status nzdd_nzdd_rows(const nzdd_nzdd* nzdd, uint64_t first, uint64_t count, const nzdd_watch* watch,
                           nzdd_rows** out) {
    return made(out, [&] {
        const NzddView view = need(nzdd, "nzdd").view();
        Pulse pulse = listen(watch);
        return risen(list_rows(NzddPaths(view), first, count, ~std::uint64_t{0}, pulse), nullptr);
    });
}

nzdd_status nzdd_zdd_contains(const nzdd_zdd* zdd, size_t num_rows, const int64_t* offsets,
                              const uint32_t* symbols, uint8_t* found) {
    return guarded([&] {
        const nzdd_zdd& given = need(zdd, "zdd");
        const CsrRows rows = rows_of(num_rows, offsets, symbols, given.order.num_symbols);
        need(found, num_rows, "found");
        Pulse pulse;
        const Array<std::uint32_t> rank = given.order.ranks();
        const RowList levels = sort_levels(rows, rank.data(), pulse);
        const Array<bool> answers = contains(given.zdd.view(), levels.table(), pulse);
        std::copy(answers.begin(), answers.end(), found);
    });
}

nzdd_status nzdd_nzdd_potentials(const nzdd_nzdd* nzdd, const double* lengths, int to_leaf,
                                 double* potentials) {
    return guarded([&] {
        const nzdd_nzdd& given = need(nzdd, "nzdd");
        check_numbers(need(lengths, given.order.num_symbols, "lengths"), given.order.num_symbols, "lengths");
        const Array<double> edge = label_sums(given.view(), lengths);
        const Array<double> found = to_leaf ? distances_to_leaf(given.view(), edge.data())
                                            : distances_from_root(given.view(), edge.data(), nullptr);
        std::copy(found.begin(), found.end(), &need(potentials, "potentials"));
    });
}

}  // extern "C"
