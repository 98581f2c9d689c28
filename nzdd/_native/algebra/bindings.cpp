// Families combined. operations.hpp lists the operations of set_operations.hpp, products.hpp, division.hpp,
// containment.hpp and sizes.hpp, which machine.hpp runs over node_store.hpp in the terms of task.hpp;
// reorder.hpp changes the order of the symbols.
#include "bindings.hpp"

#include "algebra/operations.hpp"
#include "algebra/reorder.hpp"

namespace nzdd {
namespace {

using MaxSteps = std::optional<std::uint64_t>;
using Levels = std::optional<U32>;  // of another order, for each level; none where the orders agree
using Root = std::optional<std::uint32_t>;

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

}  // namespace

void bind_algebra(nb::module_& module) {
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

}  // namespace nzdd
