// Sorted rows in parts, each of which a process has: chain_parts.hpp makes the nodes of one, equal ones found
// by hashed_chains.hpp, and join_chains.hpp joins them. reduce_part.hpp reduces those of one for an NZDD, and
// join_reduced.hpp joins what remains.
#include "bindings.hpp"

#include <nanobind/stl/vector.h>

#include "diagram/build/build.hpp"
#include "multiset/parts/chain_parts.hpp"
#include "multiset/parts/join_chains.hpp"
#include "multiset/parts/join_reduced.hpp"
#include "multiset/parts/reduce_part.hpp"

namespace nzdd {
namespace {

using U8 = In<std::uint8_t>;

using GivenPart = std::tuple<U64, U32, U32, F64, U8, U32, U32, U64, U64, F64, F64>;

ChainPartView view(const GivenPart& given) {
    return std::apply(
        [](const auto& word, const auto& num_nodes, const auto& target, const auto& weight, const auto& level,
           const auto&... more) {
            const std::size_t trees = word.size();
            if (num_nodes.size() != trees || target.size() != trees || weight.size() != trees ||
                ((more.size() != level.size()) || ...))
                throw std::invalid_argument("the arrays of a part differ in size");
            return ChainPartView{
                {word.data(), num_nodes.data(), target.data(), weight.data(), level.data(), more.data()...},
                trees,
                level.size()};
        },
        given);
}

auto give(ChainPart part) {
    return std::tuple(give(std::move(part.word)), give(std::move(part.num_nodes)),
                      give(std::move(part.target)), give(std::move(part.weight)), give(std::move(part.level)),
                      give(std::move(part.low)), give(std::move(part.high)), give(std::move(part.low_label)),
                      give(std::move(part.high_label)), give(std::move(part.low_weight)),
                      give(std::move(part.high_weight)));
}

using GivenOutline = std::tuple<U64, U64, U32, U64>;

PartOutlineView view(const GivenOutline& given) {
    const auto& [word, tree_hash, end, hash] = given;
    if (tree_hash.size() != word.size() || end.size() != word.size() || hash.size() < 2)
        throw std::invalid_argument("the arrays of an outline differ in size");
    return {{word.data(), tree_hash.data(), end.data(), hash.data()}, word.size(), hash.size()};
}

auto give(PartOutline outline) {
    return std::tuple(give(std::move(outline.word)), give(std::move(outline.tree_hash)),
                      give(std::move(outline.end)), give(std::move(outline.hash)));
}

using GivenReduced =
    std::tuple<U64, U32, U32, U32, U32, F64, U32, U8, U8, U32, U32, U64, U64, F64, F64, U32, U64, F64>;

ReducedPartView view(const GivenReduced& given) {
    return std::apply(
        [](const auto& word, const auto& end, const auto& num_listed, const auto& target,
           const auto& num_tree_edges, const auto& weight, const auto& num_edges, const auto& level,
           const auto& parents, const auto& low, const auto& high, const auto& low_label,
           const auto& high_label, const auto& low_weight, const auto& high_weight, const auto& edge_target,
           const auto& edge_label, const auto& edge_weight) {
            const auto agree = [](const auto& first, const auto&... more) {
                return ((more.size() == first.size()) && ...);
            };
            if (!agree(word, end, num_listed, target, num_tree_edges, weight) ||
                !agree(level, parents, low, high, low_label, high_label, low_weight, high_weight) ||
                !agree(edge_target, edge_label, edge_weight))
                throw std::invalid_argument("the arrays of a reduced part differ in size");
            return ReducedPartView{
                {word.data(), end.data(), num_listed.data(), target.data(), num_tree_edges.data(),
                 weight.data(), num_edges.data(), level.data(), parents.data(), low.data(), high.data(),
                 low_label.data(), high_label.data(), low_weight.data(), high_weight.data(),
                 edge_target.data(), edge_label.data(), edge_weight.data()},
                word.size(),
                num_edges.size(),
                level.size(),
                edge_target.size()};
        },
        given);
}

auto give(ReducedPart part) {
    return std::tuple(give(std::move(part.word)), give(std::move(part.end)), give(std::move(part.num_listed)),
                      give(std::move(part.target)), give(std::move(part.num_tree_edges)),
                      give(std::move(part.weight)), give(std::move(part.num_edges)),
                      give(std::move(part.level)), give(std::move(part.parents)), give(std::move(part.low)),
                      give(std::move(part.high)), give(std::move(part.low_label)),
                      give(std::move(part.high_label)), give(std::move(part.low_weight)),
                      give(std::move(part.high_weight)), give(std::move(part.edge_target)),
                      give(std::move(part.edge_label)), give(std::move(part.edge_weight)));
}

template <class View, class Given>
std::vector<View> views(const std::vector<Given>& given) {
    std::vector<View> found;
    for (const Given& each : given) found.push_back(view(each));
    return found;
}

int levels(std::size_t num_levels) {
    if (num_levels > kWordLevels) throw std::invalid_argument("a word holds at most 64 symbols");
    return static_cast<int>(num_levels);
}

// `Finish` is ToZdd or ToNzdd.
template <class Finish>
void bind_join(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const std::vector<GivenPart>& given, std::size_t num_levels, const std::optional<U32>& symbols,
           const nb::object& progress) {
            const auto parts = views<ChainPartView>(given);
            return give(unlocked(progress, [&](Pulse& pulse) {
                const auto chains = ChainPartJoin::run(parts, levels(num_levels), pulse);
                return Finish{data_or_null(symbols)}(chains, true, pulse);
            }));
        },
        "parts"_a, "num_levels"_a, "symbols"_a.none(), "progress"_a.none());
}

}  // namespace

void bind_multiset_parts(nb::module_& module) {
    module.def(
        "chain_part",
        [](const U64& words, std::size_t num_levels, const F64& weights, std::uint64_t first,
           std::uint64_t last, const nb::object& progress) {
            const auto [data, size] = words_of(words, num_levels);
            const WordRows rows{data, size, static_cast<int>(num_levels)};
            const double* weight = weights_of(weights, size);
            return give(unlocked(progress, [&](Pulse& pulse) {
                return ChainPartBuilder::build(rows, weight, first, last, pulse);
            }));
        },
        "words"_a, "num_levels"_a, "weights"_a, "first"_a, "last"_a, "progress"_a.none(),
        "The nodes of sorted rows from a word to another, for `nzdd_from_parts`.");
    bind_join<ToZdd>(module, "zdd_from_parts");
    bind_join<ToNzdd>(module, "nzdd_from_parts");
    module.def(
        "part_outline",
        [](const GivenPart& given, std::size_t num_levels, const nb::object& progress) {
            const ChainPartView part = view(given);
            return give(unlocked(progress,
                                 [&](Pulse& pulse) { return outline_of(part, levels(num_levels), pulse); }));
        },
        "part"_a, "num_levels"_a, "progress"_a.none());
    module.def(
        "reduced_part",
        [](const GivenPart& given, const std::vector<GivenOutline>& outlines, std::size_t number,
           std::size_t num_levels,
           const nb::object& progress) -> std::optional<decltype(give(ReducedPart{}))> {
            const ChainPartView part = view(given);
            const auto others = views<PartOutlineView>(outlines);
            auto reduced = unlocked(progress, [&](Pulse& pulse) {
                return PartReduction::run(part, others, number, levels(num_levels), pulse);
            });
            if (!reduced) return std::nullopt;
            return give(std::move(*reduced));
        },
        "part"_a, "outlines"_a, "number"_a, "num_levels"_a, "progress"_a.none(),
        "`outlines`: of all parts, this one at `number`. None if parts have to be joined before.");
    module.def(
        "nzdd_from_reduced_parts",
        [](const std::vector<GivenReduced>& given, std::size_t num_levels, const std::optional<U32>& symbols,
           const nb::object& progress) {
            const auto parts = views<ReducedPartView>(given);
            return give(unlocked(progress, [&](Pulse& pulse) {
                return ReducedPartJoin::run(parts, levels(num_levels), data_or_null(symbols), pulse);
            }));
        },
        "parts"_a, "num_levels"_a, "symbols"_a.none(), "progress"_a.none());
}

}  // namespace nzdd
