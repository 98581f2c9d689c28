// Rows to diagrams and what is asked of them. build.hpp is the way in: few symbols go through
// bit_table.hpp, up to 64 through radix_sort.hpp on row_words.hpp, others through multikey_quicksort.hpp
// on family.hpp; the sorted rows become chains.hpp, and those a ZDD (zdd.hpp, by expand.hpp) or an NZDD
// (nzdd.hpp, by branching.hpp and reduce.hpp, or reduce_masks.hpp; contract.hpp for few nonzeros;
// unreduced.hpp as it is). zdd_sweeps.hpp, nzdd_sweeps.hpp, rows.hpp and flow.hpp answer questions;
// distinct_rows.hpp merges rows without a diagram; id_map.hpp is the unique table.
#include "bindings.hpp"

#include <bit>

#include "diagram/build.hpp"
#include "diagram/contract.hpp"
#include "diagram/family.hpp"
#include "diagram/flow.hpp"
#include "diagram/nzdd_sweeps.hpp"
#include "diagram/row_words.hpp"
#include "diagram/rows.hpp"
#include "diagram/unreduced.hpp"
#include "diagram/zdd_sweeps.hpp"

namespace nzdd {
namespace {

using U32 = In<std::uint32_t>;
using I64 = In<std::int64_t>;
using F64 = In<double>;
using U8Matrix = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Finish>
auto from_words(const In<std::uint64_t>& words, std::size_t num_symbols, const double* weights,
                const Finish& finish, Pulse& pulse) {
    check_words(words.data(), words.size(), num_symbols);
    return build_from_words(GivenWords{words.data(), words.size()}, num_symbols, weights, finish, pulse);
}

template <class Finish>
auto from_dense(const U8Matrix& matrix, const std::uint32_t* rank, const double* weights,
                const Finish& finish, Pulse& pulse) {
    if (matrix.shape(1) > kWordLevels)
        throw std::invalid_argument("a dense matrix of rows has at most 64 columns");
    const DenseWords rows(matrix.data(), matrix.shape(0), matrix.shape(1), rank);
    return build_from_words(rows, matrix.shape(1), weights, finish, pulse);
}

template <class Finish>
auto from_csr(const CsrRows& rows, const std::uint32_t* rank, const double* weights, const Finish& finish,
              Pulse& pulse) {
    if (rows.num_symbols <= kWordLevels)
        return build_from_words(CsrWords(rows, rank), rows.num_symbols, weights, finish, pulse);
    if (!rank && increasing(rows))
        return build_from_table({rows.offsets, rows.symbols, rows.num_rows}, weights, finish, pulse);
    const LevelRows sorted = sort_levels(rows, rank, pulse);
    return build_from_table({sorted.offsets.data(), sorted.levels.data(), rows.num_rows}, weights, finish,
                            pulse);
}

// The roads from rows to one kind of diagram; `Finish` is ToZdd or ToNzdd.
template <class Finish>
void bind_roads(nb::module_& m, const std::string& kind) {
    using namespace nb::literals;
    m.def((kind + "_from_words").c_str(),
          [](In<std::uint64_t> words, std::size_t num_symbols, std::optional<U32> symbols,
             std::optional<F64> weights, nb::object progress) {
              return give_parts(unlocked(progress, [&](Pulse& pulse) {
                  return from_words(words, num_symbols, weights_of(weights, words.size()),
                                    Finish{data_or_null(symbols)}, pulse);
              }));
          },
          "words"_a, "num_symbols"_a, "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def((kind + "_from_dense").c_str(),
          [](U8Matrix matrix, std::optional<U32> rank, std::optional<U32> symbols, std::optional<F64> weights,
             nb::object progress) {
              return give_parts(unlocked(progress, [&](Pulse& pulse) {
                  return from_dense(matrix, data_or_null(rank), weights_of(weights, matrix.shape(0)),
                                    Finish{data_or_null(symbols)}, pulse);
              }));
          },
          "matrix"_a, "rank"_a.none(), "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def((kind + "_from_csr").c_str(),
          [](I64 offsets, U32 row_symbols, std::size_t num_symbols, std::optional<U32> rank,
             std::optional<U32> symbols, std::optional<F64> weights, nb::object progress) {
              return give_parts(unlocked(progress, [&](Pulse& pulse) {
                  const CsrRows rows = csr(offsets, row_symbols, num_symbols);
                  return from_csr(rows, data_or_null(rank), weights_of(weights, rows.num_rows),
                                  Finish{data_or_null(symbols)}, pulse);
              }));
          },
          "offsets"_a, "row_symbols"_a, "num_symbols"_a, "rank"_a.none(), "symbols"_a.none(),
          "weights"_a.none(), "progress"_a.none());
}

Array<std::uint64_t> pack(const auto& rows, Pulse& pulse) {
    Array<std::uint64_t> words(rows.num_rows);
    pulse.stage("pack rows");
    for (std::size_t i = 0; i < rows.num_rows; ++i) {
        words[i] = rows.word(i);
        pulse(i, rows.num_rows);
    }
    return words;
}

RowList unpack(const std::uint64_t* words, std::size_t num_rows, std::size_t num_symbols, Pulse& pulse) {
    RowList rows;
    rows.offsets.resize(num_rows + 1);
    for (std::size_t i = 0; i < num_rows; ++i)
        rows.offsets[i + 1] = rows.offsets[i] + std::popcount(words[i]);
    rows.symbols.resize(static_cast<std::size_t>(rows.offsets[num_rows]));
    for (std::size_t i = 0; i < num_rows; ++i) {
        std::uint32_t* symbol = rows.symbols.data() + rows.offsets[i];
        for (std::uint64_t word = words[i]; word; word ^= std::bit_floor(word))
            *symbol++ =
                static_cast<std::uint32_t>(num_symbols - static_cast<std::size_t>(std::bit_width(word)));
        pulse(i, num_rows);
    }
    return rows;
}

// Rows as words, and rows without repetitions: sorted, each with its total weight.
void bind_distinct(nb::module_& m) {
    using namespace nb::literals;
    m.def(
        "pack_dense",
        [](U8Matrix matrix, nb::object progress) {
            if (matrix.shape(1) > kWordLevels) throw std::invalid_argument("a word holds at most 64 symbols");
            return give(unlocked(progress, [&](Pulse& pulse) {
                return pack(DenseWords(matrix.data(), matrix.shape(0), matrix.shape(1), nullptr), pulse);
            }));
        },
        "matrix"_a, "progress"_a.none());
    m.def(
        "pack_csr",
        [](I64 offsets, U32 symbols, std::size_t num_symbols, nb::object progress) {
            if (num_symbols > kWordLevels) throw std::invalid_argument("a word holds at most 64 symbols");
            return give(unlocked(progress, [&](Pulse& pulse) {
                return pack(CsrWords(csr(offsets, symbols, num_symbols), nullptr), pulse);
            }));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "progress"_a.none());
    m.def(
        "unpack_words",
        [](In<std::uint64_t> words, std::size_t num_symbols, nb::object progress) {
            return give_rows(unlocked(progress, [&](Pulse& pulse) {
                check_words(words.data(), words.size(), num_symbols);
                return unpack(words.data(), words.size(), num_symbols, pulse);
            }));
        },
        "words"_a, "num_symbols"_a, "progress"_a.none());
    m.def(
        "distinct_words",
        [](In<std::uint64_t> words, std::size_t num_symbols, std::optional<F64> weights,
           nb::object progress) {
            Array<std::uint64_t> distinct;
            Array<double> totals;
            unlocked(progress, [&](Pulse& pulse) {
                check_words(words.data(), words.size(), num_symbols);
                distinct_words(GivenWords{words.data(), words.size()}, num_symbols,
                               weights_of(weights, words.size()), distinct, totals, pulse);
            });
            return std::tuple(give(std::move(distinct)), give_or_none(std::move(totals)));
        },
        "words"_a, "num_symbols"_a, "weights"_a.none(), "progress"_a.none());
    m.def(
        "distinct_csr",
        [](I64 offsets, U32 symbols, std::size_t num_symbols, std::optional<F64> weights,
           nb::object progress) {
            RowList list;
            Array<double> totals;
            unlocked(progress, [&](Pulse& pulse) {
                const CsrRows given = csr(offsets, symbols, num_symbols);
                const LevelRows sorted = sort_levels(given, nullptr, pulse);
                const RowTable rows{sorted.offsets.data(), sorted.levels.data(), given.num_rows};
                DistinctRows distinct = distinct_rows(rows, weights_of(weights, rows.num_rows), pulse);
                for (std::uint32_t row : distinct.order) {
                    list.symbols.append(rows.begin(row), rows.size(row));
                    list.offsets.push_back(static_cast<std::int64_t>(list.symbols.size()));
                }
                totals = std::move(distinct.totals);
            });
            return std::tuple(give(std::move(list.offsets)), give(std::move(list.symbols)),
                              give_or_none(std::move(totals)));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "weights"_a.none(), "progress"_a.none());
}

// The arrays of a ZDD, as its Python class holds them.
struct ZddArrays {
    U32 level, low, high;
    std::uint32_t root;
    std::optional<F64> low_weight, high_weight;

    ZddView view() const {
        return {level.data(),
                low.data(),
                high.data(),
                level.size(),
                root,
                data_or_null(low_weight),
                data_or_null(high_weight)};
    }
};

void bind_zdd(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<ZddArrays>(m, "ZddArrays")
        .def(nb::init<U32, U32, U32, std::uint32_t, std::optional<F64>, std::optional<F64>>(), "level"_a,
             "low"_a, "high"_a, "root"_a, "low_weight"_a.none(), "high_weight"_a.none())
        .def(
            "fault",
            [](const ZddArrays& self, std::size_t num_levels, bool reduced) {
                return unlocked(nb::none(), [&](Pulse& pulse) {
                    std::string text = fault(self.view(), num_levels);
                    return text.empty() && reduced ? not_reduced(self.view(), pulse) : text;
                });
            },
            "num_levels"_a, "reduced"_a)
        .def(
            "contains",
            [](const ZddArrays& self, I64 offsets, U32 levels) {
                return give(unlocked(nb::none(), [&](Pulse& pulse) {
                    return contains(self.view(), offsets.data(), levels.data(), offsets.size() - 1, pulse);
                }));
            },
            "offsets"_a, "levels"_a)
        .def(
            "distances",
            [](const ZddArrays& self, F64 lengths) { return give(distances(self.view(), lengths.data())); },
            "lengths"_a)
        .def(
            "shortest_row",
            [](const ZddArrays& self, F64 lengths) {
                const ZddView zdd = self.view();
                const Array<double> distance = distances(zdd, lengths.data());
                return std::tuple(distance[zdd.root], give(shortest_row(zdd, lengths.data(), distance)));
            },
            "lengths"_a)
        .def(
            "rows",
            [](const ZddArrays& self, std::uint64_t first, std::uint64_t count, nb::object progress) {
                const ZddView zdd = self.view();
                return give_rows(unlocked(
                    progress, [&](Pulse& pulse) { return list_rows(ZddPaths{zdd}, first, count, pulse); }));
            },
            "first"_a, "count"_a, "progress"_a.none())
        .def(
            "reduced",
            [](const ZddArrays& self, std::optional<U32> symbols, nb::object progress) {
                const ZddView zdd = self.view();
                return give_parts(unlocked(progress, [&](Pulse& pulse) {
                    return reduce_edges(BranchingZdd(zdd), data_or_null(symbols), pulse);
                }));
            },
            "symbols"_a.none(), "progress"_a.none())
        .def(
            "contracted",
            [](const ZddArrays& self, std::optional<U32> symbols, std::optional<In<bool>> free,
               nb::object progress) {
                return give_parts(unlocked(progress, [&](Pulse& pulse) {
                    return Contraction::run(unreduced(self.view(), data_or_null(symbols)), data_or_null(free),
                                            pulse);
                }));
            },
            "symbols"_a.none(), "free"_a.none(), "progress"_a.none());
}

// The arrays of an NZDD, as its Python class holds them.
struct NzddArrays {
    std::uint64_t num_nodes;
    U32 source, target;
    I64 label_offsets;
    U32 labels;

    NzddView view() const {
        return {num_nodes, source.size(), source.data(), target.data(), label_offsets.data(), labels.data()};
    }
};

auto shortest_path(const NzddView& nzdd, const double* length) {
    Array<std::uint32_t> last_edge(nzdd.num_nodes), path;
    const Array<double> distance = distances_from_root(nzdd, length, last_edge.data());
    const double shortest = distance[nzdd.num_nodes - 1];
    for (std::size_t v = nzdd.num_nodes - 1; v != 0 && shortest < std::numeric_limits<double>::infinity();
         v = nzdd.source[path.back()])
        path.push_back(last_edge[v]);
    std::reverse(path.begin(), path.end());
    return std::tuple(shortest, give(std::move(path)));
}

void bind_nzdd(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<NzddArrays>(m, "NzddArrays")
        .def(nb::init<std::uint64_t, U32, U32, I64, U32>(), "num_nodes"_a, "source"_a, "target"_a,
             "label_offsets"_a, "labels"_a)
        .def(
            "fault",
            [](const NzddArrays& self, std::size_t num_symbols) {
                return fault(self.view(), self.labels.size(), num_symbols);
            },
            "num_symbols"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "repeated_symbol",
            [](const NzddArrays& self, std::size_t num_symbols, nb::object progress) {
                return unlocked(
                    progress, [&](Pulse& pulse) { return repeated_symbol(self.view(), num_symbols, pulse); });
            },
            "num_symbols"_a, "progress"_a.none())
        .def(
            "edge_lengths",
            [](const NzddArrays& self, F64 lengths) {
                return give(edge_lengths(self.view(), lengths.data()));
            },
            "symbol_lengths"_a)
        .def(
            "distances",
            [](const NzddArrays& self, F64 edge, bool to_leaf) {
                return give(to_leaf ? distances_to_leaf(self.view(), edge.data())
                                    : distances_from_root(self.view(), edge.data(), nullptr));
            },
            "edge_lengths"_a, "to_leaf"_a)
        .def(
            "shortest_path",
            [](const NzddArrays& self, F64 edge) { return shortest_path(self.view(), edge.data()); },
            "edge_lengths"_a)
        .def(
            "count",
            [](const NzddArrays& self, bool forwards) {
                std::size_t limbs = 0;
                auto count = unlocked(nb::none(), [&](Pulse& pulse) {
                    return count_paths(self.view(), forwards, limbs, pulse);
                });
                return std::tuple(limbs, give(std::move(count)));
            },
            "forwards"_a)
        .def(
            "contains",
            [](const NzddArrays& self, std::size_t num_symbols, I64 offsets, U32 symbols,
               nb::object progress) {
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return contains(self.view(), csr(offsets, symbols, num_symbols), pulse);
                }));
            },
            "num_symbols"_a, "offsets"_a, "symbols"_a, "progress"_a.none())
        .def(
            "rows",
            [](const NzddArrays& self, std::uint64_t first, std::uint64_t count, nb::object progress) {
                const NzddView nzdd = self.view();
                return give_rows(unlocked(
                    progress, [&](Pulse& pulse) { return list_rows(NzddPaths(nzdd), first, count, pulse); }));
            },
            "first"_a, "count"_a, "progress"_a.none())
        .def(
            "decompose",
            [](const NzddArrays& self, F64 flow, F64 edge, In<std::uint64_t> symbol_hash, double sense) {
                WeightedRows rows =
                    FlowDecomposition::run(self.view(), flow.data(), edge.data(), symbol_hash.data(), sense);
                return std::tuple(give(std::move(rows.hash)), give(std::move(rows.amount)));
            },
            "flow"_a, "edge_lengths"_a, "symbol_hash"_a, "sense"_a);
}

}  // namespace

void bind_diagram(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "sort_levels",
        [](I64 offsets, U32 symbols, std::size_t num_symbols, std::optional<U32> rank) {
            Pulse pulse;
            LevelRows rows = sort_levels(csr(offsets, symbols, num_symbols), data_or_null(rank), pulse);
            return std::tuple(give(std::move(rows.offsets)), give(std::move(rows.levels)));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "rank"_a.none());
    bind_roads<ToZdd>(module, "zdd");
    bind_roads<ToNzdd>(module, "nzdd");
    bind_distinct(module);
    bind_zdd(module);
    bind_nzdd(module);
}

}  // namespace nzdd
