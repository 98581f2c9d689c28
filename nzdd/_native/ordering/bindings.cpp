// Orders of the symbols: sifting.hpp moves symbols through a swappable_zdd.hpp; word_bytes.hpp permutes
// the symbols of rows that are machine words.
#include "bindings.hpp"

#include <stdexcept>

#include "diagram/csr_rows.hpp"
#include "ordering/sifting.hpp"
#include "ordering/swappable_zdd.hpp"
#include "ordering/word_bytes.hpp"

namespace nzdd {

void bind_ordering(nb::module_& module) {
    module.def(
        "sift",
        [](const ZddHandle& given, std::uint32_t branching_weight, std::uint32_t max_growth,
           std::optional<std::uint64_t> max_steps, nb::object progress) {
            Array<std::uint32_t> order;
            Zdd sifted = unlocked(progress, [&](Pulse& pulse) {
                SwappableZdd zdd(given.view(), branching_weight, pulse);
                Sifting::run(zdd, max_growth, max_steps.value_or(~std::uint64_t{0}), pulse);
                order = zdd.order();
                return zdd.diagram();
            });
            return std::tuple(give(std::move(sifted)), give(std::move(order)));
        },
        "zdd"_a, "branching_weight"_a, "max_growth"_a, "max_steps"_a.none(), "progress"_a.none());
    module.def(
        "reorder_words",
        [](U64 words, U32 symbols, nb::object progress) {
            const std::size_t num_symbols = symbols.size();
            return give(unlocked(progress, [&](Pulse& pulse) {
                for (std::size_t i = 0; i < num_symbols; ++i)
                    if (symbols.data()[i] >= num_symbols)
                        throw std::invalid_argument("symbol " + std::to_string(symbols.data()[i]) +
                                                    " of the order is not below " +
                                                    std::to_string(num_symbols));
                return reorder_words(words_of(words, num_symbols), symbols.data(), num_symbols, pulse);
            }));
        },
        "words"_a, "symbols"_a, "progress"_a.none());
    module.def(
        "word_frequency",
        [](U64 words, std::size_t num_symbols) {
            return give(unlocked(nb::none(), [&](Pulse& pulse) {
                return word_frequency(words_of(words, num_symbols), num_symbols, pulse);
            }));
        },
        "words"_a, "num_symbols"_a);
}

}  // namespace nzdd
