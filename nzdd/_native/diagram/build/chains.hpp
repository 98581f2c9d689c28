// The ZDD without its chains, straight from sorted rows. In a ZDD of sparse rows nearly every node
// has an empty low branch; runs of them only spell out symbols. Here a node is made only where the
// trie of the rows branches (at most one a row), and a branch carries the symbols of the run behind
// it as a label: a slice of the sorted rows, or a bit mask where a row is a machine word.
//
// One pass from the last row to the first. The open branches of the current row wait on a stack; a
// new row closes those below the place where it leaves the row before. Equal nodes are shared by
// hashing, so the result is the reduced ZDD. Time O(nonzeros) after sorting.
#pragma once

#include <bit>
#include <cstring>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/build/multikey_quicksort.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// Rows of at most 64 levels as words, ascending (level l at bit num_levels - 1 - l), distinct.
// A place in a row is a level; a label the bits between two places.
struct WordRows {
    using Label = std::uint64_t;
    const std::uint64_t* words;
    std::size_t num_rows;
    int num_levels;

    std::uint64_t bits_from(std::uint32_t place) const {  // the bits at or below a level
        const int count = num_levels - static_cast<int>(place);
        return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }
    bool has(std::size_t row) const { return row < num_rows; }
    std::uint32_t end(std::size_t) const { return static_cast<std::uint32_t>(num_levels); }
    std::uint32_t split(std::size_t row, std::size_t next) const {
        return static_cast<std::uint32_t>(num_levels -
                                          static_cast<int>(std::bit_width(words[row] ^ words[next])));
    }
    std::uint32_t level(std::size_t, std::uint32_t place) const { return place; }
    Label label(std::size_t row, std::uint32_t from, std::uint32_t to) const {
        return words[row] & bits_from(from) & ~bits_from(to);
    }
    static std::uint64_t hash(Label label) { return label; }
    static bool equal(Label a, Label b) { return a == b; }
    template <class Visit>
    void for_each_level(Label label, Visit visit) const {
        for (int base = num_levels - 1; label; label ^= std::bit_floor(label))
            visit(static_cast<std::uint32_t>(base + 1 - static_cast<int>(std::bit_width(label))));
    }
};

// Rows of any length through their sorted order (last row first), distinct. A place is a depth in
// the row; a label a slice of its levels.
struct SliceRows {
    struct Label {
        const std::uint32_t* begin;
        std::uint32_t size;
    };
    const RowTable* table;
    const std::uint32_t* order;
    std::size_t num_rows;

    bool has(std::size_t row) const { return row < num_rows; }
    std::uint32_t end(std::size_t row) const { return static_cast<std::uint32_t>(table->size(order[row])); }
    std::uint32_t split(std::size_t row, std::size_t next) const {
        const std::uint32_t shorter = std::min(end(row), end(next));
        const std::uint32_t *a = table->begin(order[row]), *b = table->begin(order[next]);
        std::uint32_t place = 0;
        while (place < shorter && a[place] == b[place]) ++place;
        return place;
    }
    std::uint32_t level(std::size_t row, std::uint32_t place) const {
        return table->begin(order[row])[place];
    }
    Label label(std::size_t row, std::uint32_t from, std::uint32_t to) const {
        return {table->begin(order[row]) + from, to - from};
    }
    static std::uint64_t hash(Label label) {
        std::uint64_t hash = label.size;
        for (std::uint32_t i = 0; i < label.size; ++i) hash = mix(hash ^ label.begin[i]);
        return hash;
    }
    static bool equal(Label a, Label b) {
        return a.size == b.size && std::memcmp(a.begin, b.begin, a.size * sizeof(std::uint32_t)) == 0;
    }
    template <class Visit>
    void for_each_level(Label label, Visit visit) const {
        for (std::uint32_t i = 0; i < label.size; ++i) visit(label.begin[i]);
    }
};

template <class Rows>
struct Chains {
    struct Branch {
        typename Rows::Label label;
        std::uint32_t target;  // 0 stands for no row at all, 1 for the end of a row
        double weight;
    };
    struct Node {
        std::uint32_t level;
        Branch low, high;  // the label of `high` leaves out `level` itself
    };
    Rows rows;
    Array<Node> nodes;  // node i is nodes[i - 2]
    Branch root;
};

// The pass over sorted rows, which gives the branch to the root. `make` has a type `Branch`, and
//   end(row)                 what lies below the last symbol of a row
//   branch(label, below)     a branch with that label
//   node(level, low, high)   what lies below that branch: a node with two branches
//   none()                   the branch to no row at all
// Each row is looked at when it is new and when the next one comes, and `has` asked for each once: rows may
// come in blocks (word_blocks.hpp), and `num_rows` be a bound.
template <class Rows, class Make>
auto close_branches(Rows& rows, Make& make, Pulse& pulse) {
    using Branch = typename Make::Branch;
    struct Open {
        std::uint32_t place;
        Branch low;
    };
    Array<Open> open;
    const auto close = [&](std::size_t row, std::uint32_t place) {
        auto below = make.end(row);
        std::uint32_t at = rows.end(row);
        for (; !open.empty() && open.back().place >= place; open.pop_back()) {
            const Open& last = open.back();
            const Branch high = make.branch(rows.label(row, last.place + 1, at), below);
            below = make.node(rows.level(row, last.place), last.low, high);
            at = last.place;
        }
        return make.branch(rows.label(row, place, at), below);
    };
    pulse.stage("hash nodes");
    if (!rows.has(0)) return make.none();
    std::size_t row = 1;
    for (; rows.has(row); ++row) {
        const std::uint32_t place = rows.split(row - 1, row);
        const Branch low = close(row - 1, place);
        open.push_back({place, low});
        pulse(row, rows.num_rows);
    }
    return close(row - 1, 0);
}

template <class Rows>
class ChainBuilder {
public:
    using Branch = typename Chains<Rows>::Branch;
    struct Below {
        std::uint32_t target;
        double weight;
    };

    // `weights`: total weight of each row, or null for ones.
    static Chains<Rows> build(const Rows& rows, const double* weights, Pulse& pulse) {
        ChainBuilder builder(rows, weights, pulse);
        builder.chains_.root = close_branches(rows, builder, pulse);
        return std::move(builder.chains_);
    }

    Below end(std::size_t row) const { return {kUnitFamily, weights_ ? weights_[row] : 1.0}; }
    Branch branch(const typename Rows::Label& label, const Below& below) const {
        return {label, below.target, below.weight};
    }
    Below node(std::uint32_t level, const Branch& low, const Branch& high) {
        return {intern(level, low, high), high.weight + low.weight};
    }
    Branch none() const { return {{}, kEmptyFamily, 0}; }

protected:
    const double* weights_;

    ChainBuilder(const Rows& rows, const double* weights, Pulse& pulse)
        : weights_(weights), chains_{rows, {}, {}}, known_(pulse, 512) {}

    Chains<Rows> chains_;

private:
    using Node = typename Chains<Rows>::Node;

    std::uint32_t intern(std::uint32_t level, const Branch& low, const Branch& high) {
        std::uint64_t hash = mix(std::uint64_t{low.target} << 32 | high.target);
        hash = mix(hash ^ Rows::hash(low.label));
        hash = mix(hash + level + Rows::hash(high.label));
        HashedNumber& slot = known_.find(hash, [&](const HashedNumber& known) {
            if (!known.agrees(hash)) return false;
            const Node& node = chains_.nodes[known.number - 2];
            return node.level == level && node.low.target == low.target && node.high.target == high.target &&
                   Rows::equal(node.low.label, low.label) && Rows::equal(node.high.label, high.label);
        });
        if (!is_free(slot)) {
            Node& node = chains_.nodes[slot.number - 2];
            node.low.weight += low.weight;
            node.high.weight += high.weight;
            return slot.number;
        }
        if (chains_.nodes.size() + 2 >= kNoLevel)
            throw std::length_error("a diagram holds at most 2^32 - 1 nodes");  // GCOVR_EXCL_LINE 160 GB
        chains_.nodes.push_back({level, low, high});
        const auto id = static_cast<std::uint32_t>(chains_.nodes.size() + 1);
        slot = HashedNumber::of(hash, id);
        known_.filled([](const HashedNumber& known) { return known.hash(); });
        return id;
    }

    HashSlots<HashedNumber, 4> known_;  // the unique table
};

}  // namespace nzdd
