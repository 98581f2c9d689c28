// Rows to diagrams. build.hpp chooses: few symbols go through bit_table.hpp, up to 64 through radix_sort.hpp
// on row_words.hpp, others through multikey_quicksort.hpp and distinct_rows.hpp; the sorted rows become
// chains.hpp (also where they come in blocks, by word_blocks.hpp), and those a ZDD by expand.hpp or, seen as
// branching_chains.hpp, an NZDD by a reduction.
#include "bindings.hpp"

#include <bit>

#include "diagram/build/build.hpp"
#include "diagram/build/row_words.hpp"
#include "diagram/build/word_blocks.hpp"
#include "diagram/csr_rows.hpp"

namespace nzdd {
namespace {

using U8Matrix = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// From rows to one kind of diagram; `Finish` is ToZdd or ToNzdd.
template <class Finish>
void bind_kind(nb::module_& m, const std::string& kind) {
    m.def((kind + "_from_words").c_str(),
          [](U64 words, std::size_t num_symbols, std::optional<U32> symbols, std::optional<F64> weights,
             nb::object progress) {
              return give(unlocked(progress, [&](Pulse& pulse) {
                  return build_from_words(words_of(words, num_symbols), num_symbols,
                                          weights_of(weights, words.size()), Finish{data_or_null(symbols)},
                                          pulse);
              }));
          },
          "words"_a, "num_symbols"_a, "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def((kind + "_from_csr").c_str(),
          [](I64 offsets, U32 row_symbols, std::size_t num_symbols, std::optional<U32> rank,
             std::optional<U32> symbols, std::optional<F64> weights, nb::object progress) {
              return give(unlocked(progress, [&](Pulse& pulse) {
                  const CsrRows rows = csr(offsets, row_symbols, num_symbols);
                  return build_from_csr(rows, data_or_null(rank), weights_of(weights, rows.num_rows),
                                        Finish{data_or_null(symbols)}, pulse);
              }));
          },
          "offsets"_a, "row_symbols"_a, "num_symbols"_a, "rank"_a.none(), "symbols"_a.none(),
          "weights"_a.none(), "progress"_a.none());
    m.def((kind + "_from_blocks").c_str(),
          [](nb::object next, std::size_t num_symbols, std::optional<U32> symbols, std::size_t bound,
             nb::object progress) {
              std::optional<std::tuple<U64, F64>> held;
              const auto block = [&]() -> WordBlock {
                  const nb::gil_scoped_acquire lock;
                  held = nb::cast<std::optional<std::tuple<U64, F64>>>(next());
                  if (!held) return {nullptr, nullptr, 0};
                  const auto& [words, weights] = *held;
                  return {words.data(), weights_of(weights, words.size()), words.size()};
              };
              return give(unlocked(progress, [&](Pulse& pulse) {
                  WordBlocks rows(block, static_cast<int>(num_symbols), bound);
                  const auto chains = BlockChainBuilder::build(rows, pulse);
                  return Finish{data_or_null(symbols)}(chains, true, pulse);
              }));
          },
          "next"_a, "num_symbols"_a, "symbols"_a.none(), "bound"_a, "progress"_a.none(),
          "`next`: gives words that ascend and their weights, block after block, then None.");
}

RowList unpack(const GivenWords& given, std::size_t num_symbols, Pulse& pulse) {
    const auto [words, num_rows] = given;
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
    m.def(
        "pack_dense",
        [](U8Matrix matrix, nb::object progress) {
            if (matrix.shape(1) > kWordLevels) throw std::invalid_argument("a word holds at most 64 symbols");
            return give(unlocked(progress, [&](Pulse& pulse) {
                return pack(DenseWords(matrix.data(), matrix.shape(0), matrix.shape(1)), pulse);
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
        [](U64 words, std::size_t num_symbols, nb::object progress) {
            return give_rows(unlocked(progress, [&](Pulse& pulse) {
                return unpack(words_of(words, num_symbols), num_symbols, pulse);
            }));
        },
        "words"_a, "num_symbols"_a, "progress"_a.none());
    m.def(
        "distinct_words",
        [](U64 words, std::size_t num_symbols, std::optional<F64> weights, nb::object progress) {
            Array<std::uint64_t> distinct;
            Array<double> totals;
            unlocked(progress, [&](Pulse& pulse) {
                distinct_words(words_of(words, num_symbols), num_symbols, weights_of(weights, words.size()),
                               distinct, totals, pulse);
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
                const RowList sorted = sort_levels(given, nullptr, pulse);
                const RowTable rows = sorted.table();
                DistinctRows distinct = distinct_rows(rows, weights_of(weights, rows.num_rows), pulse);
                for (std::uint32_t row : distinct.order) {
                    list.symbols.append(rows.begin(row), rows.size(row));
                    list.end_row();
                }
                totals = std::move(distinct.totals);
            });
            return std::tuple(give(std::move(list.offsets)), give(std::move(list.symbols)),
                              give_or_none(std::move(totals)));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "weights"_a.none(), "progress"_a.none());
}

}  // namespace

void bind_build(nb::module_& module) {
    module.def(
        "single_row",
        [](U32 levels) {
            Zdd zdd;
            zdd.root = kUnitFamily;
            for (std::size_t i = levels.size(); i-- > 0;)
                zdd.root = zdd.add(levels.data()[i], kEmptyFamily, zdd.root);
            return give(std::move(zdd));
        },
        "levels"_a, "The family of one row; its levels rise.");
    module.def(
        "sort_levels",
        [](I64 offsets, U32 symbols, std::size_t num_symbols, std::optional<U32> rank) {
            Pulse pulse;
            return give_rows(sort_levels(csr(offsets, symbols, num_symbols), data_or_null(rank), pulse));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "rank"_a.none());
    bind_kind<ToZdd>(module, "zdd");
    bind_kind<ToNzdd>(module, "nzdd");
    bind_distinct(module);
}

}  // namespace nzdd
