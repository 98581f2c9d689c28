// What is behind the handles of nzdd.h, and what all its functions share: no exception leaves them.
#pragma once

#include <nzdd/nzdd.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "algebra/machine.hpp"
#include "base/array.hpp"
#include "base/pulse.hpp"
#include "c/interface/checks.hpp"
#include "c/linear/propagation.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/row_list.hpp"
#include "diagram/shortest_rows/row_search.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// Which symbol stands on which level, and the names of the symbols as JSON, where they have any.
struct SymbolOrder {
    std::size_t num_symbols = 0;
    Array<std::uint32_t> symbols;  // of each level; empty where levels are symbols
    std::string names;

    const std::uint32_t* data() const { return symbols.empty() ? nullptr : symbols.data(); }

    SymbolOrder copy() const {
        SymbolOrder order{num_symbols, {}, names};
        order.symbols.append(symbols.data(), symbols.size());
        return order;
    }

    // Of all symbols, also where levels are symbols.
    Array<std::uint32_t> all() const {
        check_room(num_symbols, sizeof(std::uint32_t), "symbols");
        Array<std::uint32_t> list(num_symbols);
        for (std::size_t level = 0; level < num_symbols; ++level)
            list[level] = symbols.empty() ? static_cast<std::uint32_t>(level) : symbols[level];
        return list;
    }

    // The level of each symbol.
    Array<std::uint32_t> ranks() const {
        check_room(num_symbols, sizeof(std::uint32_t), "symbols");
        Array<std::uint32_t> rank(num_symbols);
        for (std::size_t level = 0; level < num_symbols; ++level)
            rank[symbols.empty() ? level : symbols[level]] = static_cast<std::uint32_t>(level);
        return rank;
    }
};

}  // namespace nzdd

// Initialize those of several members by what cannot throw: GCC 12 destroys a first one twice where a later
// one throws.
struct nzdd_zdd {
    nzdd::Zdd zdd;
    nzdd::SymbolOrder order;
};
struct nzdd_nzdd {
    nzdd::Nzdd nzdd;
    nzdd::SymbolOrder order;

    nzdd::NzddView view() const {
        return {nzdd.num_nodes,     nzdd.source.size(),        nzdd.source.data(),
                nzdd.target.data(), nzdd.label_offsets.data(), nzdd.labels.data()};
    }
};
struct nzdd_search {
    nzdd::RowSearch search;
};
struct nzdd_constraint {
    // The parts of the rows.
    template <class... Parts>
    explicit nzdd_constraint(Parts&&... parts) : rows(std::forward<Parts>(parts)...), propagation(rows) {}

    nzdd::FamilyRows rows;
    nzdd::Propagation propagation;
};
struct nzdd_rows {
    nzdd::RowList rows;
    nzdd::Array<double> lengths;
};
struct nzdd_matrix {
    nzdd::ListedRows rows;
};

namespace nzdd {

struct Stopped {};

// Keeps the message for `nzdd_error`.
nzdd_status fail(nzdd_status status, const char* text) noexcept;

template <class Work>
nzdd_status guarded(const Work& work) noexcept {
    try {
        work();
        return NZDD_OK;
    } catch (const Failure& error) {
        return fail(error.status, error.what());
    } catch (const Stopped&) {
        return fail(NZDD_STOPPED, "the watch asked to stop");
    } catch (const OutOfSteps&) {
        return fail(NZDD_LIMIT, "the operation takes more steps than max_steps");
    } catch (const TooManyStates& error) {
        return fail(NZDD_LIMIT, error.what());
    } catch (const std::bad_alloc&) {
        return fail(NZDD_NO_MEMORY, "the memory does not suffice");
    } catch (const std::length_error& error) {
        return fail(NZDD_LIMIT, error.what());
    } catch (const std::invalid_argument& error) {
        return fail(NZDD_INVALID, error.what());
    } catch (const std::exception& error) {
        return fail(NZDD_INTERNAL, error.what());
    } catch (...) {
        return fail(NZDD_INTERNAL, "an unknown error");
    }
}

// `out`, an argument of this name, gets what `make()` returns, a Handle; NULL where it fails.
template <class Handle, class Make>
nzdd_status made(Handle** out, const char* name, const Make& make) noexcept {
    if (out) *out = nullptr;
    return guarded([&] {
        need(out, name);
        *out = new Handle(make());
    });
}

template <class Handle, class Make>
nzdd_status made(Handle** out, const Make& make) noexcept {
    return made(out, "out", make);
}

inline Pulse listen(const nzdd_watch* watch) {
    if (!watch || !watch->beat) return Pulse();
    return Pulse([given = *watch](const char* stage, double share) {
        if (given.beat(given.data, stage, share) != 0) throw Stopped{};
    });
}

inline std::uint64_t limit_of(std::uint64_t given) { return given == 0 ? ~std::uint64_t{0} : given; }

inline void check_num_symbols(std::size_t num_symbols) {
    if (num_symbols >= kNoLevel)
        throw std::invalid_argument("there are " + std::to_string(num_symbols) +
                                    " symbols; at most 2^32 - 2 are possible");
}

// The order that lists every symbol once; null for the natural one.
inline SymbolOrder order_of(const std::uint32_t* order, std::size_t num_symbols) {
    check_num_symbols(num_symbols);
    SymbolOrder out{num_symbols, {}, {}};
    if (!order) return out;
    Array<bool> met(num_symbols, false);
    for (std::size_t level = 0; level < num_symbols; ++level) {
        if (order[level] >= num_symbols || met[order[level]])
            throw std::invalid_argument(entry("order", level) + " is " + std::to_string(order[level]) +
                                        "; an order lists each of the " + std::to_string(num_symbols) +
                                        " symbols once");
        met[order[level]] = true;
    }
    out.symbols.append(order, num_symbols);
    return out;
}

// Of diagrams.cpp, for others.
Nzdd reduced(const nzdd_zdd& zdd, const nzdd_minimize& minimize, const std::uint8_t* free, Pulse& pulse);
nzdd_zdd sifted(const nzdd_zdd& zdd, std::uint64_t max_steps, Pulse& pulse);
nzdd_zdd reordered(const nzdd_zdd& zdd, SymbolOrder order, std::uint64_t max_steps, Pulse& pulse);

// Without the weights of rows.
inline Zdd copy_of(const ZddView& zdd) {
    Zdd out;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) out.add(zdd.level[v], zdd.low[v], zdd.high[v]);
    out.root = zdd.root;
    return out;
}

inline CsrRows rows_of(std::size_t num_rows, const std::int64_t* offsets, const std::uint32_t* symbols,
                       std::size_t num_symbols) {
    static constexpr std::int64_t kNoRow = 0;
    if (num_rows == 0) return {&kNoRow, symbols, 0, num_symbols};
    const CsrRows rows{&need(offsets, "offsets"), symbols, num_rows, num_symbols};
    check_offsets(offsets, num_rows);
    need(symbols, static_cast<std::size_t>(offsets[num_rows]), "symbols");
    return rows;
}

}  // namespace nzdd
