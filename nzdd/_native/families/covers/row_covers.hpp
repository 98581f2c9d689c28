// The rule of the sets of rows that cover each symbol a number of times between two bounds: exact covers,
// set covers, packings. A state holds how often the symbols are covered that have both decided and undecided
// rows. A symbol may also count where a row is left out: so clauses are covered by the variables that satisfy
// them, true or false. (For exact covers: M. Nishino, N. Yasuda, S. Minato and M. Nagata 2017, Dancing with
// decision diagrams, which decides the rows of one symbol after the other as well.)
#pragma once

#include "base/array.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

struct CoverBounds {
    const std::uint8_t *least, *most;  // of each symbol; least <= most
    static constexpr std::uint8_t kNoBound = 0xff;
};

// What each step does to the counts of the symbols of its row.
struct CoverSteps {
    struct Entry {
        std::uint32_t slot, rest;  // rest: undecided rows with the symbol after the step
        std::uint8_t least, most;
        bool when_taken;  // whether the symbol counts if the row is taken, or if it is not
    };

    Array<Entry> entries;
    Array<std::size_t> begin{0};  // of each step in entries
    std::uint32_t num_slots = 0;
    bool possible = true;  // whether each symbol has enough rows

    // `left_out`: of each symbol in `rows` whether it counts where the row is left out; null: none does.
    CoverSteps(const CsrRows& rows, const std::uint8_t* left_out, const std::uint32_t* order,
               const CoverBounds& bounds) {
        constexpr std::uint32_t kNone = 0xffffffff;
        const auto num_entries = static_cast<std::size_t>(rows.offsets[rows.num_rows]);
        Array<std::uint32_t> rest(rows.num_symbols, 0), slot(rows.num_symbols, kNone), free;
        for (std::size_t i = 0; i < num_entries; ++i) ++rest[rows.symbols[i]];
        for (std::size_t j = 0; j < rows.num_symbols; ++j) possible &= rest[j] >= bounds.least[j];
        entries.reserve(num_entries);
        for (std::size_t i = 0; i < rows.num_rows; ++i) {
            const auto from = static_cast<std::size_t>(rows.offsets[order[i]]),
                       to = static_cast<std::size_t>(rows.offsets[order[i] + 1]);
            for (std::size_t k = from; k < to; ++k) {
                const std::uint32_t symbol = rows.symbols[k];
                if (slot[symbol] == kNone) {
                    if (free.empty()) free.push_back(num_slots++);
                    slot[symbol] = free.back();
                    free.pop_back();
                }
                const bool when_taken = !left_out || !left_out[k];
                entries.push_back(
                    {slot[symbol], --rest[symbol], bounds.least[symbol], bounds.most[symbol], when_taken});
            }
            for (std::size_t k = from; k < to; ++k)
                if (rest[rows.symbols[k]] == 0) free.push_back(slot[rows.symbols[k]]);
            begin.push_back(entries.size());
        }
    }
};

class RowCovers {
public:
    explicit RowCovers(const CoverSteps& plan) : plan_(&plan) {}

    std::size_t num_steps() const { return plan_->begin.size() - 1; }
    std::size_t state_bytes() const { return (std::size_t{plan_->num_slots} + 7) / 8 * 8; }
    void start(unsigned char* state) const { std::fill_n(state, state_bytes(), 0); }

    std::uint32_t next(std::size_t step, bool take, unsigned char* state) const {
        for (std::size_t k = plan_->begin[step]; k < plan_->begin[step + 1]; ++k) {
            const CoverSteps::Entry& entry = plan_->entries[k];
            unsigned count = state[entry.slot] + unsigned{take == entry.when_taken};
            if (entry.most == CoverBounds::kNoBound)
                count = std::min<unsigned>(count, entry.least);  // more are alike
            else if (count > entry.most)
                return kEmptyFamily;
            if (count + std::uint64_t{entry.rest} < entry.least) return kEmptyFamily;
            state[entry.slot] = static_cast<unsigned char>(entry.rest == 0 ? 0 : count);
        }
        return step + 1 == num_steps() ? kUnitFamily : kOpen;
    }

private:
    const CoverSteps* plan_;
};

// Over the rows; `order`: the row of each level, `left_out` as above.
inline Zdd row_covers(const CsrRows& rows, const std::uint8_t* left_out, const std::uint32_t* order,
                      const CoverBounds& bounds, std::uint64_t max_states, Pulse& pulse) {
    const CoverSteps plan(rows, left_out, order, bounds);
    Zdd zdd;
    zdd.root = plan.possible ? kUnitFamily : kEmptyFamily;
    if (!plan.possible || rows.num_rows == 0) return zdd;
    FrontierSearch<RowCovers> search{RowCovers(plan)};
    if (!search.expand(max_states, pulse)) throw TooManyStates(max_states);
    return search.reduce(pulse);
}

}  // namespace nzdd
