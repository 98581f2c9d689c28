// Shortest rows: level_zdd.hpp is a ZDD laid out for sweeps, k_shortest.hpp lists in order of length,
// diverse_rows.hpp a diverse set; row_search.hpp does both, and gives short_rows.hpp. ordered_rows.hpp is the
// list by exact lengths, as many rows at a time as are asked for.
#include "bindings.hpp"

#include <nanobind/stl/pair.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "diagram/queries/verify.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"
#include "diagram/shortest_rows/ordered_rows.hpp"
#include "diagram/shortest_rows/row_search.hpp"

namespace nzdd {
namespace {

using ShortRowParts =
    std::tuple<Out<double>, Out<std::int64_t>, Out<std::uint32_t>>;  // lengths, offsets, symbols

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

class RowSearchHandle {
    // `work(pulse)` without the interpreter lock.
    template <class Work>
    auto of(const F64& lengths, const Work& work) {
        if (lengths.size() != search_.num_symbols())
            throw std::invalid_argument(std::to_string(lengths.size()) + " lengths for " +
                                        std::to_string(search_.num_symbols()) + " symbols");
        return unlocked(nb::none(), work);
    }

public:
    RowSearchHandle(const ZddHandle& zdd, std::size_t num_symbols, const std::optional<U32>& symbols)
        : search_(level_zdd(zdd, num_symbols, symbols), num_symbols, symbols.has_value()) {}

    double least(const F64& lengths) {
        return of(lengths, [&](Pulse& pulse) { return search_.least(lengths.data(), pulse); });
    }

    std::pair<double, Out<double>> least_beside(const F64& lengths) {
        auto [least, beside] =
            of(lengths, [&](Pulse& pulse) { return search_.least_beside(lengths.data(), pulse); });
        return {least, give(std::move(beside))};
    }

    ShortRowParts best(const F64& lengths, std::uint64_t count, double below) {
        return given(
            of(lengths, [&](Pulse& pulse) { return search_.shortest(lengths.data(), count, below, pulse); }));
    }

    ShortRowParts cover(const F64& lengths, std::uint64_t count, double below) {
        return given(
            of(lengths, [&](Pulse& pulse) { return search_.covering(lengths.data(), count, below, pulse); }));
    }

private:
    static ShortRowParts given(ShortRows rows) {
        return {give(std::move(rows.lengths)), give(std::move(rows.offsets)), give(std::move(rows.symbols))};
    }

    RowSearch search_;
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
    nb::class_<RowSearchHandle>(module, "RowSearch")
        .def(nb::init<const ZddHandle&, std::size_t, const std::optional<U32>&>(), "zdd"_a, "num_symbols"_a,
             "symbols"_a.none())
        .def("least", &RowSearchHandle::least, "lengths"_a)
        .def("least_beside", &RowSearchHandle::least_beside, "lengths"_a)
        .def("best", &RowSearchHandle::best, "lengths"_a, "count"_a, "below"_a)
        .def("cover", &RowSearchHandle::cover, "lengths"_a, "count"_a, "below"_a);
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
