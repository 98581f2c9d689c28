// Shortest rows: level_zdd.hpp is a ZDD laid out for sweeps, k_shortest.hpp lists in order of length,
// diverse_rows.hpp a diverse set; both give short_rows.hpp. ordered_rows.hpp is the list by exact lengths, as
// many rows at a time as are asked for.
#include "bindings.hpp"

#include <nanobind/stl/pair.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <utility>

#include "diagram/queries/verify.hpp"
#include "diagram/shortest_rows/diverse_rows.hpp"
#include "diagram/shortest_rows/k_shortest.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"
#include "diagram/shortest_rows/ordered_rows.hpp"
#include "diagram/shortest_rows/short_rows.hpp"

namespace nzdd {
namespace {

using ShortRowParts =
    std::tuple<Out<double>, Out<std::int64_t>, Out<std::uint32_t>>;  // lengths, offsets, symbols

// The memory of one call, kept for the next: fresh pages cost as much as a sweep.
struct Scratch {
    Array<double> distance, prefix;
    Array<std::uint32_t> slot;  // zeros between calls

    std::uint32_t* slots(std::size_t num_nodes) {
        if (slot.empty()) slot.assign(num_nodes, 0);
        return slot.data();
    }
};

// The scratch that is kept, or another one where a call in another thread (or this call's own
// signal handler) has it.
class Lease {
public:
    Lease(Scratch& kept, std::atomic_flag& taken)
        : kept_(kept), taken_(taken), first_(!taken.test_and_set(std::memory_order_acquire)) {}
    ~Lease() {
        if (first_) taken_.clear(std::memory_order_release);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Scratch& operator*() { return first_ ? kept_ : own_; }

private:
    Scratch& kept_;
    Scratch own_;
    std::atomic_flag& taken_;
    bool first_;
};

LevelZdd level_zdd(const ZddHandle& zdd, std::size_t num_symbols, const std::optional<U32>& symbols) {
    if (symbols && symbols->size() != num_symbols)
        throw std::invalid_argument("the symbols do not list every level");
    for (std::size_t i = 0; symbols && i < num_symbols; ++i)
        if (symbols->data()[i] >= num_symbols) throw std::invalid_argument("a symbol is out of range");
    return unlocked(nb::none(), [&](Pulse& pulse) {
        if (const std::string text = fault(zdd.view(), num_symbols); !text.empty())
            throw std::invalid_argument("this is not a ZDD: " + text);
        return LevelZdd(zdd.view(), num_symbols, data_or_null(symbols), pulse);
    });
}

class RowSearch {
    // Runs `work(distances, scratch, pulse)` without the interpreter lock.
    template <class Work>
    auto measured(const F64& lengths, const Work& work) {
        if (lengths.size() != num_symbols_)
            throw std::invalid_argument(std::to_string(lengths.size()) + " lengths for " +
                                        std::to_string(num_symbols_) + " symbols");
        return unlocked(nb::none(), [&](Pulse& pulse) {
            Lease lease(scratch_, taken_);
            Scratch& scratch = *lease;
            scratch.distance.resize(zdd_.num_nodes());
            zdd_.distances(lengths.data(), scratch.distance.data(), pulse);
            return work(Distances<double>{zdd_, lengths.data(), scratch.distance.data()}, scratch, pulse);
        });
    }

    template <class Search>
    ShortRowParts found(const F64& lengths, double below, const Search& search) {
        ShortRows rows = measured(lengths, [&](const Distances<double>& at, Scratch& scratch, Pulse& pulse) {
            ShortRows found = search(at, scratch, pulse);
            found.finish(at.lengths, below, sort_symbols_);
            return found;
        });
        return {give(std::move(rows.lengths)), give(std::move(rows.offsets)), give(std::move(rows.symbols))};
    }

public:
    RowSearch(const ZddHandle& zdd, std::size_t num_symbols, const std::optional<U32>& symbols)
        : num_symbols_(num_symbols),
          sort_symbols_(symbols.has_value()),
          zdd_(level_zdd(zdd, num_symbols, symbols)) {}

    double least(const F64& lengths) {
        return measured(lengths, [](const Distances<double>& at, Scratch&, Pulse&) { return at.to_root(); });
    }

    // The length of a shortest row, and what the other symbols of a row with each symbol have at least.
    std::pair<double, Out<double>> least_beside(const F64& lengths) {
        auto [least, beside] =
            measured(lengths, [&](const Distances<double>& at, Scratch& scratch, Pulse& pulse) {
                Array<double> beside(num_symbols_);
                scratch.prefix.resize(zdd_.num_nodes());
                zdd_.least_beside(at.lengths, at.distance, scratch.prefix.data(), beside.data(), num_symbols_,
                                  pulse);
                return std::pair(at.to_root(), std::move(beside));
            });
        return {least, give(std::move(beside))};
    }

    ShortRowParts best(const F64& lengths, std::uint64_t count, double below) {
        return found(lengths, below, [&](const Distances<double>& at, Scratch&, Pulse& pulse) {
            KShortest<double> search(at, below);
            search.extend(count, pulse);
            return ShortRows{std::move(search.rows()), {}};
        });
    }

    ShortRowParts cover(const F64& lengths, std::uint64_t count, double below) {
        return found(lengths, below, [&](const Distances<double>& at, Scratch& scratch, Pulse& pulse) {
            return DiverseRows::run(at, scratch.slots(zdd_.num_nodes()), count, below, pulse);
        });
    }

private:
    std::size_t num_symbols_;
    bool sort_symbols_;
    LevelZdd zdd_;
    Scratch scratch_;
    std::atomic_flag taken_;
};

// Lengths are integers of as many words as the bound `below` has; absolute values add up to less than an
// eighth of the greatest one.
class OrderedRowsHandle {
public:
    OrderedRowsHandle(const ZddHandle& zdd, std::size_t num_symbols, const std::optional<U32>& symbols,
                      const I64& lengths, const I64& below)
        : num_words_(below.size()) {
        if (lengths.size() != num_symbols * num_words_)
            throw std::invalid_argument(std::to_string(lengths.size()) + " words of lengths for " +
                                        std::to_string(num_symbols) + " symbols");
        LevelZdd levels = level_zdd(zdd, num_symbols, symbols);
        rows_ = unlocked(nb::none(), [&](Pulse& pulse) {
            return with_integers(num_words_, [&]<class Integer>() -> std::unique_ptr<OrderedRows> {
                return std::make_unique<ExactRows<Integer>>(std::move(levels), num_symbols, lengths.data(),
                                                            below.data(), symbols.has_value(), pulse);
            });
        });
    }

    std::size_t extend(std::uint64_t count) {
        return unlocked(nb::none(), [&](Pulse& pulse) { return rows().extend(count, pulse); });
    }

    // The words of lengths, offsets and symbols.
    using Parts = std::tuple<Out<std::int64_t>, Out<std::int64_t>, Out<std::uint32_t>>;

    Parts part(std::size_t begin, std::size_t end) { return given(rows().part(begin, end)); }
    Parts take() {
        OrderedRows::Part all = rows().take();
        rows_.reset();
        return given(std::move(all));
    }

private:
    static Parts given(OrderedRows::Part part) {
        return {give(std::move(part.lengths)), give(std::move(part.rows.offsets)),
                give(std::move(part.rows.symbols))};
    }

    OrderedRows& rows() {
        if (!rows_) throw std::invalid_argument("the rows are taken");
        return *rows_;
    }

    std::size_t num_words_;
    std::unique_ptr<OrderedRows> rows_;
};

// Of integers of one or two words, each rounded to a double.
template <class Integer>
Array<double> quotients(const I64& words, double divisor) {
    Array<double> result(words.size() * sizeof(std::int64_t) / sizeof(Integer));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = static_cast<double>(integer_at<Integer>(words.data(), i)) / divisor;
    return result;
}

}  // namespace

void bind_shortest_rows(nb::module_& module) {
    nb::class_<RowSearch>(module, "RowSearch")
        .def(nb::init<const ZddHandle&, std::size_t, const std::optional<U32>&>(), "zdd"_a, "num_symbols"_a,
             "symbols"_a.none())
        .def("least", &RowSearch::least, "lengths"_a)
        .def("least_beside", &RowSearch::least_beside, "lengths"_a)
        .def("best", &RowSearch::best, "lengths"_a, "count"_a, "below"_a)
        .def("cover", &RowSearch::cover, "lengths"_a, "count"_a, "below"_a);
    nb::class_<OrderedRowsHandle>(module, "OrderedRows")
        .def(nb::init<const ZddHandle&, std::size_t, const std::optional<U32>&, const I64&, const I64&>(),
             "zdd"_a, "num_symbols"_a, "symbols"_a.none(), "lengths"_a, "below"_a)
        .def("extend", &OrderedRowsHandle::extend, "count"_a)
        .def("part", &OrderedRowsHandle::part, "begin"_a, "end"_a)
        .def("take", &OrderedRowsHandle::take);
    module.def(
        "quotients",
        [](const I64& words, std::size_t num_words, double divisor) {
            return give(num_words == 1 ? quotients<std::int64_t>(words, divisor)
                                       : quotients<Integer128>(words, divisor));
        },
        "words"_a, "num_words"_a, "divisor"_a);
}

}  // namespace nzdd
