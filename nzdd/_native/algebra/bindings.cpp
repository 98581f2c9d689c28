// Families combined. operations.hpp lists the operations, a header each, that machine.hpp runs over
// node_store.hpp in the words of task.hpp; pointwise.hpp, decide.hpp and left_out.hpp are what several of
// them share. reorder.hpp changes the order, fingerprint.hpp compares across orders; row_counts.hpp,
// random_rows.hpp and probability.hpp need one diagram only.
#include "bindings.hpp"

#include "algebra/fingerprint.hpp"
#include "algebra/operations.hpp"
#include "algebra/probability.hpp"
#include "algebra/random_rows.hpp"
#include "algebra/reorder.hpp"
#include "algebra/row_counts.hpp"

namespace nzdd {
namespace {

using U32 = In<std::uint32_t>;
using U64 = In<std::uint64_t>;
using F64 = In<double>;
using ZddIn = std::tuple<U32, U32, U32, std::uint32_t>;  // level, low, high, root
using MaxSteps = std::optional<std::uint64_t>;
using Levels = std::optional<U32>;  // of another order, for each level; none where the orders agree
using Root = std::optional<std::uint32_t>;

ZddView view(const ZddIn& zdd) {
    const auto& [level, low, high, root] = zdd;
    return {level.data(), low.data(), high.data(), level.size(), root, nullptr, nullptr};
}

Root load(FamilyAlgebra& algebra, const ZddIn& zdd, const Levels& levels) {
    return levels ? load_reordered(algebra, view(zdd), levels->data()) : algebra.nodes().load(view(zdd));
}

// The diagram of the family that `work(algebra)` gives, or nothing where it takes too many steps; and
// the number of steps.
template <class Work>
std::tuple<std::optional<ZddParts>, std::uint64_t> operate(MaxSteps max_steps, const Work& work) {
    std::uint64_t steps = 0;
    std::optional<Zdd> zdd = unlocked(nb::none(), [&](Pulse& pulse) -> std::optional<Zdd> {
        FamilyAlgebra algebra(max_steps.value_or(~std::uint64_t{0}), pulse);
        const Root root = work(algebra);
        steps = algebra.steps();
        if (!root) return std::nullopt;
        return algebra.nodes().diagram(*root);
    });
    if (!zdd) return {std::nullopt, steps};
    return {give_parts(std::move(*zdd)), steps};
}

void bind_unary(nb::module_& module, const char* name, Operation operation) {
    using namespace nb::literals;
    module.def(
        name,
        [operation](const ZddIn& f, MaxSteps max_steps) {
            return operate(max_steps, [&](FamilyAlgebra& algebra) {
                return algebra.run(operation, algebra.nodes().load(view(f)), 0);
            });
        },
        "f"_a, "max_steps"_a.none());
}

void bind_with_number(nb::module_& module, const char* name, Operation operation) {
    using namespace nb::literals;
    module.def(
        name,
        [operation](const ZddIn& f, std::uint32_t number, MaxSteps max_steps) {
            return operate(max_steps, [&](FamilyAlgebra& algebra) {
                return algebra.run(operation, algebra.nodes().load(view(f)), number);
            });
        },
        "f"_a, "number"_a, "max_steps"_a.none());
}

void bind_binary(nb::module_& module, const char* name, Operation operation) {
    using namespace nb::literals;
    module.def(
        name,
        [operation](const ZddIn& f, const ZddIn& g, const Levels& levels, MaxSteps max_steps) {
            return operate(max_steps, [&](FamilyAlgebra& algebra) -> Root {
                const std::uint32_t first = algebra.nodes().load(view(f));
                const Root second = load(algebra, g, levels);
                return second ? algebra.run(operation, first, *second) : std::nullopt;
            });
        },
        "f"_a, "g"_a, "levels"_a.none(), "max_steps"_a.none());
}

void bind_operations(nb::module_& module) {
    using namespace nb::literals;
    bind_binary(module, "union", Operation::kUnion);
    bind_binary(module, "intersection", Operation::kIntersection);
    bind_binary(module, "difference", Operation::kDifference);
    bind_binary(module, "symmetric_difference", Operation::kSymmetricDifference);
    bind_binary(module, "issubset", Operation::kIsSubset);
    bind_binary(module, "isdisjoint", Operation::kIsDisjoint);
    bind_binary(module, "join", Operation::kJoin);
    bind_binary(module, "meet", Operation::kMeet);
    bind_binary(module, "quotient", Operation::kQuotient);
    bind_binary(module, "remainder", Operation::kRemainder);
    bind_binary(module, "change", Operation::kChange);
    bind_binary(module, "nonsupersets", Operation::kNonSupersets);
    bind_binary(module, "nonsubsets", Operation::kNonSubsets);
    bind_binary(module, "supersets", Operation::kSupersetsOf);
    bind_binary(module, "subsets_of", Operation::kSubsetsOf);
    bind_unary(module, "minimal", Operation::kMinimal);
    bind_unary(module, "maximal", Operation::kMaximal);
    bind_with_number(module, "at_least", Operation::kAtLeast);
    bind_with_number(module, "at_most", Operation::kAtMost);
    module.def(
        "complement",
        [](const ZddIn& f, std::uint32_t num_levels, MaxSteps max_steps) {
            return operate(max_steps, [&](FamilyAlgebra& algebra) {
                const std::uint32_t rows = algebra.nodes().load(view(f));
                return algebra.run(Operation::kDifference, algebra.nodes().power_set(num_levels), rows);
            });
        },
        "f"_a, "num_levels"_a, "max_steps"_a.none());
    module.def(
        "reordered",
        [](const ZddIn& f, const U32& levels, MaxSteps max_steps) {
            return operate(max_steps, [&](FamilyAlgebra& algebra) {
                return load_reordered(algebra, view(f), levels.data());
            });
        },
        "f"_a, "levels"_a, "max_steps"_a.none());
    module.def(
        "equal",
        [](const ZddIn& f, const ZddIn& g, const Levels& levels) {
            return unlocked(nb::none(), [&](Pulse& pulse) {
                FamilyAlgebra algebra(~std::uint64_t{0}, pulse);
                const std::uint32_t first = algebra.nodes().load(view(f));
                return load(algebra, g, levels) == first;
            });
        },
        "f"_a, "g"_a, "levels"_a.none());
}

RandomBits random_bits(const U32& seed) {
    std::seed_seq sequence(seed.data(), seed.data() + seed.size());
    return RandomBits(sequence);
}

Out<std::uint64_t> give_limbs(Limbs limbs) {
    Array<std::uint64_t> copy;
    copy.append(limbs.data(), limbs.size());
    return give(std::move(copy));
}

// The ranks of a diagram's rows. It keeps the arrays of the diagram.
class RowRanks {
public:
    explicit RowRanks(ZddIn zdd)
        : zdd_(std::move(zdd)),
          counts_(unlocked(nb::none(), [&](Pulse& pulse) { return RowCounts(view(zdd_), pulse); })) {}

    Out<std::uint64_t> count() const { return give_limbs(counts_.total()); }

    std::optional<Out<std::uint64_t>> rank(const U32& levels) const {
        std::optional<Array<std::uint64_t>> rank = counts_.rank({levels.data(), levels.size()});
        if (!rank) return std::nullopt;
        return give(std::move(*rank));
    }

    Out<std::uint32_t> unrank(const U64& limbs) const {
        Array<std::uint64_t> rank;
        rank.append(limbs.data(), limbs.size());
        trim(rank);
        if (!less({rank.data(), rank.size()}, counts_.total()))
            throw std::invalid_argument("there are not as many rows");
        Array<std::uint32_t> levels;
        counts_.unrank(rank, levels);
        return give(std::move(levels));
    }

    RowParts random(std::uint64_t count, const U32& seed) const {
        RandomBits bits = random_bits(seed);
        return give_rows(
            unlocked(nb::none(), [&](Pulse& pulse) { return uniform_rows(counts_, count, bits, pulse); }));
    }

private:
    ZddIn zdd_;
    RowCounts counts_;
};

void bind_queries(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<RowRanks>(module, "RowRanks")
        .def(nb::init<ZddIn>(), "zdd"_a)
        .def("count", &RowRanks::count)
        .def("rank", &RowRanks::rank, "levels"_a)
        .def("unrank", &RowRanks::unrank, "limbs"_a)
        .def("random", &RowRanks::random, "count"_a, "seed"_a);
    module.def(
        "weighted_rows",
        [](const ZddIn& zdd, const F64& weights, std::uint64_t count, const U32& seed) {
            RandomBits bits = random_bits(seed);
            return give_rows(unlocked(nb::none(), [&](Pulse& pulse) {
                return weighted_rows(view(zdd), weights.data(), count, bits, pulse);
            }));
        },
        "zdd"_a, "weights"_a, "count"_a, "seed"_a);
    module.def(
        "probability",
        [](const ZddIn& zdd, const F64& chance) {
            nb::gil_scoped_release release;
            return probability(view(zdd), chance.data(), static_cast<std::uint32_t>(chance.size()));
        },
        "zdd"_a, "chance"_a);
    module.def(
        "fingerprint",
        [](const ZddIn& zdd, const std::optional<U32>& symbols) {
            nb::gil_scoped_release release;
            return fingerprint(view(zdd), data_or_null(symbols));
        },
        "zdd"_a, "symbols"_a.none());
}

}  // namespace

void bind_algebra(nb::module_& module) {
    bind_operations(module);
    bind_queries(module);
}

}  // namespace nzdd
