#include "bindings.hpp"

#include "algebra/operations.hpp"

namespace nzdd {
namespace {

using U32 = In<std::uint32_t>;
using ZddIn = std::tuple<U32, U32, U32, std::uint32_t>;  // level, low, high, root

ZddView view(const ZddIn& zdd) {
    const auto& [level, low, high, root] = zdd;
    return {level.data(), low.data(), high.data(), level.size(), root, nullptr, nullptr};
}

// The result, or nothing where it takes too many steps; and the number of steps.
std::tuple<std::optional<ZddParts>, std::uint64_t> operate(Operation operation, const ZddIn& f,
                                                           const ZddIn* g,
                                                           std::optional<std::uint64_t> max_steps) {
    std::uint64_t steps = 0;
    std::optional<Zdd> zdd = unlocked(nb::none(), [&](Pulse& pulse) -> std::optional<Zdd> {
        FamilyAlgebra algebra(max_steps.value_or(~std::uint64_t{0}), pulse);
        const std::uint32_t first = algebra.nodes().load(view(f));
        const std::uint32_t second = g ? algebra.nodes().load(view(*g)) : kEmptyFamily;
        const std::optional<std::uint32_t> root = algebra.run(operation, first, second);
        steps = algebra.steps();
        if (!root) return std::nullopt;
        return algebra.nodes().diagram(*root);
    });
    if (!zdd) return {std::nullopt, steps};
    return {give_parts(std::move(*zdd)), steps};
}

}  // namespace

void bind_algebra(nb::module_& module) {
    using namespace nb::literals;
    const auto bind_unary = [&module](const char* name, Operation operation) {
        module.def(
            name,
            [operation](const ZddIn& f, std::optional<std::uint64_t> max_steps) {
                return operate(operation, f, nullptr, max_steps);
            },
            "f"_a, "max_steps"_a.none());
    };
    const auto bind_binary = [&module](const char* name, Operation operation) {
        module.def(
            name,
            [operation](const ZddIn& f, const ZddIn& g, std::optional<std::uint64_t> max_steps) {
                return operate(operation, f, &g, max_steps);
            },
            "f"_a, "g"_a, "max_steps"_a.none());
    };
    bind_unary("minimal", Operation::kMinimal);
    bind_unary("maximal", Operation::kMaximal);
    bind_binary("nonsupersets", Operation::kNonSupersets);
    bind_binary("nonsubsets", Operation::kNonSubsets);
}

}  // namespace nzdd
