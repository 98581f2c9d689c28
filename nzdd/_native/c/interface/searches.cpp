// Shortest rows.
#include "c/interface/handles.hpp"

using namespace nzdd;

namespace {

const double* lengths_of(const nzdd_search& search, const double* lengths) {
    const std::size_t size = search.search.num_symbols();
    check_numbers(need(lengths, size, "lengths"), size, "lengths");
    return lengths;
}

}  // namespace

extern "C" {

void nzdd_search_free(nzdd_search* search) { delete search; }

nzdd_status nzdd_search_new(const nzdd_zdd* zdd, const nzdd_watch* watch, nzdd_search** out) {
    return made(out, [&] {
        const nzdd_zdd& given = need(zdd, "zdd");
        const std::size_t size = given.order.num_symbols;
        check_room(size, sizeof(std::uint32_t), "symbols");
        const std::uint32_t* symbols = given.order.data();
        Pulse pulse = listen(watch);
        return nzdd_search{
            RowSearch(LevelZdd(given.zdd.view(), size, symbols, pulse), size, symbols != nullptr)};
    });
}

nzdd_status nzdd_search_least(const nzdd_search* search, const double* lengths, double* least) {
    return guarded([&] {
        Pulse pulse;
        need(least, "least") = need(search, "search").search.least(lengths_of(*search, lengths), pulse);
    });
}

nzdd_status nzdd_search_least_beside(const nzdd_search* search, const double* lengths, double* least,
                                     double* beside) {
    return guarded([&] {
        Pulse pulse;
        const RowSearch& given = need(search, "search").search;
        const auto [shortest, others] = given.least_beside(lengths_of(*search, lengths), pulse);
        need(least, "least") = shortest;
        std::copy(others.begin(), others.end(), need(beside, others.size(), "beside"));
    });
}

nzdd_status nzdd_search_shortest(const nzdd_search* search, const double* lengths, uint64_t count,
                                 double below, int flags, const nzdd_watch* watch, nzdd_rows** out) {
    return made(out, [&]() -> nzdd_rows {
        const RowSearch& given = need(search, "search").search;
        check_flags(flags, NZDD_DIVERSE, "NZDD_DIVERSE");
        if (std::isnan(below)) throw std::invalid_argument("below is not a number");
        Pulse pulse = listen(watch);
        const double* checked = lengths_of(*search, lengths);
        const std::uint64_t most = std::min(count, std::uint64_t{1} << 61);
        ShortRows rows = flags & NZDD_DIVERSE ? given.covering(checked, most, below, pulse)
                                              : given.shortest(checked, most, below, pulse);
        Array<double> found = std::move(rows.lengths);
        return {std::move(rows), std::move(found)};
    });
}

}  // extern "C"
