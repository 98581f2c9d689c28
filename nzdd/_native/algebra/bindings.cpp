// Families combined. operations.hpp lists the operations of set_operations.hpp, products.hpp, division.hpp,
// containment.hpp and sizes.hpp, which machine.hpp runs over node_store.hpp in the terms of task.hpp;
// reorder.hpp changes the order of the symbols.
#include "bindings.hpp"

#include "algebra/operations.hpp"
#include "algebra/reorder.hpp"

namespace nzdd {
namespace {

using Levels = std::optional<U32>;  // of another order, for each level; none where the orders agree
using Root = std::optional<std::uint32_t>;

Root load(FamilyAlgebra& algebra, const ZddHandle& zdd, const Levels& levels) {
    return levels ? load_reordered(algebra, zdd.view(), levels->data()) : algebra.nodes().load(zdd.view());
}

// `work(algebra, f, given...)` gives the family that the operation makes of `f` and what else is given, or
// nothing where that takes too many steps.
template <class... Given, class Work, class... Names>
void bind_operation(nb::module_& module, const char* name, const Work& work, const Names&... names) {
    module.def(
        name,
        [work](const ZddHandle& f, const Given&... given,
               std::optional<std::uint64_t> max_steps) -> std::optional<ZddHandle> {
            std::optional<Zdd> zdd = unlocked(nb::none(), [&](Pulse& pulse) -> std::optional<Zdd> {
                FamilyAlgebra algebra(max_steps.value_or(~std::uint64_t{0}), pulse);
                const Root root = work(algebra, f, given...);
                if (!root) return std::nullopt;
                return algebra.nodes().diagram(*root);
            });
            if (!zdd) return std::nullopt;
            return give(std::move(*zdd));
        },
        "f"_a, names..., "max_steps"_a.none());
}

void bind_unary(nb::module_& module, const char* name, Operation operation) {
    bind_operation(module, name, [operation](FamilyAlgebra& algebra, const ZddHandle& f) {
        return algebra.run(operation, algebra.nodes().load(f.view()), 0);
    });
}

void bind_with_number(nb::module_& module, const char* name, Operation operation) {
    bind_operation<std::uint32_t>(
        module, name,
        [operation](FamilyAlgebra& algebra, const ZddHandle& f, std::uint32_t number) {
            return algebra.run(operation, algebra.nodes().load(f.view()), number);
        },
        "number"_a);
}

void bind_binary(nb::module_& module, const char* name, Operation operation) {
    bind_operation<ZddHandle, Levels>(
        module, name,
        [operation](FamilyAlgebra& algebra, const ZddHandle& f, const ZddHandle& g,
                    const Levels& levels) -> Root {
            const std::uint32_t first = algebra.nodes().load(f.view());
            const Root second = load(algebra, g, levels);
            return second ? algebra.run(operation, first, *second) : std::nullopt;
        },
        "g"_a, "levels"_a.none());
}

}  // namespace

void bind_algebra(nb::module_& module) {
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
    bind_operation<std::uint32_t>(
        module, "complement",
        [](FamilyAlgebra& algebra, const ZddHandle& f, std::uint32_t num_levels) {
            const std::uint32_t rows = algebra.nodes().load(f.view());
            return algebra.run(Operation::kDifference, algebra.nodes().power_set(num_levels), rows);
        },
        "num_levels"_a);
    bind_operation<U32>(
        module, "reordered",
        [](FamilyAlgebra& algebra, const ZddHandle& f, const U32& levels) {
            return load_reordered(algebra, f.view(), levels.data());
        },
        "levels"_a);
    module.def(
        "equal",
        [](const ZddHandle& f, const ZddHandle& g, const Levels& levels) {
            return unlocked(nb::none(), [&](Pulse& pulse) {
                FamilyAlgebra algebra(~std::uint64_t{0}, pulse);
                const std::uint32_t first = algebra.nodes().load(f.view());
                return load(algebra, g, levels) == first;
            });
        },
        "f"_a, "g"_a, "levels"_a.none());
}

}  // namespace nzdd
